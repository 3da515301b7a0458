import * as vscode from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import {
  emptyPresets,
  noPresets,
  type Preset,
  type PresetFile,
  readPresets,
  withPreset,
} from '../../core/presets.ts';

/** The person's presets: a file of theirs in global storage, edited in VS Code as any other. */
export class PresetsFile {
  readonly #uri: vscode.Uri;
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #watcher: vscode.FileSystemWatcher;
  #current: PresetFile = noPresets;
  #text = '';

  constructor(folder: vscode.Uri) {
    this.#uri = vscode.Uri.joinPath(folder, 'presets.json');
    this.#watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, 'presets.json'),
    );
    for (const event of [this.#watcher.onDidChange, this.#watcher.onDidCreate, this.#watcher.onDidDelete]) {
      event(() => void this.read());
    }
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

  async read(): Promise<readonly Preset[]> {
    const text = await this.#load();
    if (text === this.#text) return this.presets;
    this.#text = text;
    this.#current = text === '' ? noPresets : readPresets(text);
    this.#onDidChange.fire();
    return this.presets;
  }

  /** Writes a preset into the file, in place of one with its name. The file must be readable: see `isBroken`. */
  async save(preset: Parameters<typeof withPreset>[1]): Promise<void> {
    await this.read();
    const text = withPreset(this.#text || emptyPresets(), preset);
    await vscode.workspace.fs.writeFile(this.#uri, new TextEncoder().encode(text));
    await this.read();
  }

  async open(): Promise<void> {
    if ((await this.#load()) === '') {
      await vscode.workspace.fs.writeFile(this.#uri, new TextEncoder().encode(emptyPresets()));
    }
    await vscode.window.showTextDocument(this.#uri);
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#onDidChange.dispose();
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
