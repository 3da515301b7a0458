import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { Emitter } from '../../core/emitter.ts';
import { writeFileAtomic } from '../../core/files/atomicFile.ts';
import { ExclusiveWork } from '../../core/files/locks/exclusiveWork.ts';
import {
  emptyPresets,
  noPresets,
  type Preset,
  type PresetFile,
  readPresets,
  withPreset,
} from '../../core/presets/presets.ts';

/** The user's presets: a file in global storage, edited in VS Code like any other. */
export class PresetsFile {
  readonly #uri: vscode.Uri;
  readonly #alone: ExclusiveWork;
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #watching: vscode.Disposable;
  #current: PresetFile = noPresets;
  #text = '';
  #failure: string | undefined;

  constructor(folder: vscode.Uri, log: Logger) {
    this.#uri = vscode.Uri.joinPath(folder, 'presets.json');
    this.#alone = new ExclusiveWork(folder.fsPath, 'presets', log);
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, 'presets.json'),
    );
    const read = () => void this.read();
    this.#watching = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(read),
      watcher.onDidCreate(read),
      watcher.onDidDelete(read),
      // A new watcher, or a file system without one, misses what is saved here.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.toString() === this.#uri.toString()) read();
      }),
    );
  }

  /** As last read. */
  get presets(): readonly Preset[] {
    return this.#current.presets;
  }

  get problems(): number {
    return this.#current.problems;
  }

  get isBroken(): boolean {
    return this.#current.isBroken;
  }

  /** Why the file can't be loaded, e.g. `NoPermissions`. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Never rejects: a chat should start without presets rather than not at all. */
  async read(): Promise<readonly Preset[]> {
    const { text, failure } = await this.#tryLoad();
    if (text === this.#text && failure === this.#failure) return this.presets;
    this.#text = text;
    this.#failure = failure;
    if (failure !== undefined) this.#current = { presets: [], problems: 1, isBroken: true };
    else this.#current = text === '' ? noPresets : readPresets(text);
    this.#onDidChange.fire();
    return this.presets;
  }

  /**
   * Writes a preset to the file, replacing one with the same name. Returns false and writes nothing if the file can't be read
   * (`isBroken`): what the user typed there would be lost.
   */
  async save(preset: Parameters<typeof withPreset>[1]): Promise<boolean> {
    const isSaved = await this.#alone.run(async () => {
      await this.read();
      if (this.isBroken) return false;
      await writeFileAtomic(this.#uri.fsPath, withPreset(this.#text || emptyPresets(), preset));
      return true;
    });
    await this.read();
    return isSaved;
  }

  async open(): Promise<void> {
    await this.#alone.run(async () => {
      if ((await this.#load()) === '') await writeFileAtomic(this.#uri.fsPath, emptyPresets());
    });
    await vscode.window.showTextDocument(this.#uri);
  }

  dispose(): void {
    this.#alone.dispose();
    this.#watching.dispose();
    this.#onDidChange.dispose();
  }

  async #tryLoad(): Promise<{ text: string; failure: string | undefined }> {
    try {
      return { text: await this.#load(), failure: undefined };
    } catch (error) {
      return { text: '', failure: error instanceof vscode.FileSystemError ? error.code : '?' };
    }
  }

  async #load(): Promise<string> {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#uri));
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return '';
      throw error;
    }
  }
}
