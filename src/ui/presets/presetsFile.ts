import * as vscode from 'vscode';
import type { Logger } from '../../api/types.ts';
import { Emitter } from '../../base/emitter.ts';
import { WorkQueue } from '../../base/workQueue.ts';
import type { ChatSettings } from '../../core/chats/tree/chatSettings.ts';
import { writeFileAtomic } from '../../core/files/atomicFile.ts';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import {
  emptyPresets,
  noPresets,
  type Preset,
  type PresetFile,
  presetOf,
  readPresets,
  withPreset,
} from '../../core/presets/presets.ts';
import { UserFacingError } from '../shared/errors/userFacingError.ts';
import { askText } from '../shared/inputStep.ts';
import { sayError, withoutIcons } from '../shared/messages.ts';
import { pickStep } from '../shared/pickStep.ts';
import { t } from '../shared/text/t.ts';

/** How often, and after how many milliseconds each, another window's write is waited for, which takes a few. */
const [maxTries, tryMs] = [20, 50];

interface LoadedPresets extends PresetFile {
  /** Why the file can't be loaded, e.g. `NoPermissions`. */
  failure?: string;
}

/** The user's presets: a file in global storage, edited in VS Code like any other. */
export class PresetsFile {
  readonly #uri: vscode.Uri;
  readonly #locks: OwnerLocks;
  readonly #writes = new WorkQueue();
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #watching: vscode.Disposable;
  #current: LoadedPresets = noPresets;
  #text = '';

  constructor(folder: vscode.Uri, log: Logger) {
    this.#locks = new OwnerLocks(folder.fsPath, log);
    this.#uri = vscode.Uri.joinPath(folder, 'presets.json');
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
  get current(): LoadedPresets {
    return this.#current;
  }

  get presets(): readonly Preset[] {
    return this.#current.presets;
  }

  /** Never rejects: a chat should start without presets rather than not at all. */
  async read(): Promise<readonly Preset[]> {
    const { text, failure } = await this.#tryLoad();
    if (text === this.#text && failure === this.#current.failure) return this.presets;
    this.#text = text;
    if (failure !== undefined) this.#current = { presets: [], problems: 1, isBroken: true, failure };
    else this.#current = text === '' ? noPresets : readPresets(text);
    this.#onDidChange.fire();
    return this.presets;
  }

  /**
   * Writes a preset to the file, replacing one with the same name. Returns false and writes nothing if the file can't be read
   * (`current.isBroken`): what the user typed there would be lost. Rejects with what to tell the user if another window is writing.
   */
  async save(preset: Parameters<typeof withPreset>[1]): Promise<boolean> {
    const isSaved = await this.#writes.run(() =>
      this.#alone(async () => {
        await this.read();
        if (this.#current.isBroken) return false;
        await writeFileAtomic(this.#uri.fsPath, withPreset(this.#text || emptyPresets(), preset));
        return true;
      }),
    );
    await this.read();
    return isSaved;
  }

  async open(): Promise<void> {
    await this.#writes.run(async () => {
      if ((await this.#load()) === '') await writeFileAtomic(this.#uri.fsPath, emptyPresets());
    });
    await vscode.window.showTextDocument(this.#uri);
  }

  dispose(): void {
    this.#locks.dispose();
    this.#watching.dispose();
    this.#onDidChange.dispose();
  }

  /** A window that reads while another one writes would write without what that wrote. */
  async #alone<T>(write: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const hold = await this.#locks.take('presets');
      if (!hold && tries < maxTries) {
        await new Promise((resolve) => setTimeout(resolve, tryMs));
        continue;
      }
      if (!hold)
        throw new UserFacingError(t('Another window is writing presets. Nothing was saved; try again.'));
      try {
        return await write();
      } finally {
        await hold.release();
      }
    }
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

/** *Save as preset*: asks for a name, and whether new chats with the model should start with it. Returns the name once it is saved. */
export async function savePreset(
  file: PresetsFile,
  { settings, model }: { settings: ChatSettings; model: string },
): Promise<string | undefined> {
  await file.read();
  if (file.current.isBroken) return sayBroken(file);
  const title = t('Save as Preset');
  const known = presetOf(file.presets, settings);
  const named = await askText({
    title,
    step: 1,
    totalSteps: 2,
    prompt: t('Preset name. An existing preset with this name is replaced.'),
    value: known?.name ?? '',
    check: (text) => (text.trim() === '' ? t('Type a name.') : undefined),
  });
  if (named === undefined) return undefined;
  const name = named.slice(0, 100);
  const byChoice = { label: t('Only when I select it') };
  const byDefault = { label: t('For every new chat with {0}', withoutIcons(model)) };
  const look = { title: t('{0}: Use “{1}”', title, name), step: 2, totalSteps: 2 };
  const placeholder = t('When do chats use it?');
  const use = await pickStep({ ...look, placeholder }, [byChoice, byDefault]);
  if (!use) return undefined;
  const preset = { name, settings, ...(use === byDefault ? { defaultFor: model } : {}) };
  if (!(await file.save(preset))) return sayBroken(file);
  return name;
}

async function sayBroken(file: PresetsFile): Promise<undefined> {
  const open = t('Edit Presets');
  const text = t("The file of presets can't be read: it is not JSON with a list “presets”. Fix it first.");
  if ((await sayError(text, open)) === open) await file.open();
}
