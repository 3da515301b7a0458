import * as v from 'valibot';
import * as vscode from 'vscode';
import { WorkQueue } from '../../base/workQueue.ts';
import { UserFacingError } from './errors/userFacingError.ts';
import { sayWarning } from './messages.ts';
import { ownSection, Setting } from './settings.ts';
import { t } from './text/t.ts';

/** A window that has read the settings file before we wrote to it has written by then, in ms. */
const settledMs = 500;

interface Change {
  before: readonly unknown[];
  after: readonly unknown[];
}

/** A list among the settings, which may hold anything else all the same. */
export class ListSetting extends Setting<unknown> {
  readonly #changes = new WorkQueue();
  /** Our last change, until nobody can overwrite it unaware any more. */
  #unsettled: Change | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string) {
    super(key, v.unknown());
  }

  get entries(): readonly unknown[] {
    return Array.isArray(this.value) ? this.value : [];
  }

  /**
   * Changes the list: `edit` gets the entries and returns those to write, or the same array to write nothing. Changes of this
   * window follow each other. VS Code replaces a list as a whole, so the file is read again before, for what other windows wrote,
   * and after, in case one wrote meanwhile. Throws a `UserFacingError` if the list can't be written or is another one afterwards. Half
   * a second later the user is told if a window that had read the file before has undone the change.
   */
  change(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    return this.#changes.run(async () => {
      await this.#readFile();
      this.#settle();
      const before = this.entries;
      const after = edit(before);
      if (after === before) return;
      await this.write(after);
      await this.#readFile();
      if (JSON.stringify(this.entries) !== JSON.stringify(after))
        throw new UserFacingError(this.#overwritten);
      this.#unsettled = { before, after };
      this.#timer = setTimeout(() => void this.#settleLater(), settledMs).unref();
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  get #overwritten(): string {
    return t(
      'Another window changed {0} at the same time. Look at it in the settings; if your change is missing, make it again.',
      this.id,
    );
  }

  async #settleLater(): Promise<void> {
    await this.#changes.run(async () => {
      await this.#readFile();
      this.#settle();
    });
  }

  /** Looks whether the last change is still there. */
  #settle(): void {
    clearTimeout(this.#timer);
    const change = this.#unsettled;
    this.#unsettled = undefined;
    if (change && isUndone(change, this.entries)) void sayWarning(this.#overwritten);
  }

  async write(entries: readonly unknown[]): Promise<void> {
    if (!Array.isArray(this.value)) {
      const text = t('The setting {0} is not a list. Correct it in the settings first.', this.id);
      throw new UserFacingError(text);
    }
    await writeSetting(this.key, entries);
  }

  /**
   * Makes VS Code read the settings file, as it does after every update, even of a setting that doesn't exist. In the browser it
   * doesn't watch that file: a window would never learn what another one wrote. If something is wrong with it, the write says so.
   */
  async #readFile(): Promise<void> {
    await update('none', undefined).then(undefined, () => undefined);
  }
}

/** Whether an entry that was added is missing, or one that was taken out is back. */
function isUndone(change: Change, now: readonly unknown[]): boolean {
  const setOf = (entries: readonly unknown[]) => new Set(entries.map((entry) => JSON.stringify(entry)));
  const [before, after, found] = [setOf(change.before), setOf(change.after), setOf(now)];
  const [added, removed] = [after.difference(before), before.difference(after)];
  return !added.isSubsetOf(found) || !removed.isDisjointFrom(found);
}

/** Writes the user's own value. Throws a `UserFacingError` if that fails. */
export async function writeSetting(key: string, value: unknown): Promise<void> {
  try {
    await update(key, value);
  } catch (error) {
    // VS Code explains what is wrong with its file, e.g. unsaved changes.
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFacingError(t('The setting {0} was not changed. {1}', `${ownSection}.${key}`, why));
  }
}

function update(key: string, value: unknown): Thenable<void> {
  const configuration = vscode.workspace.getConfiguration(ownSection);
  return configuration.update(key, value, vscode.ConfigurationTarget.Global);
}
