import * as vscode from 'vscode';
import { ToldError } from '../shared/errors/toldError.ts';

/** The user's value of `hostedModels.connections`, and no workspace's: see `Connections`. */
export const connectionSetting = {
  /** The raw value, of any type. */
  value(): unknown {
    return vscode.workspace.getConfiguration('hostedModels').inspect('connections')?.globalValue;
  },

  read(): readonly unknown[] {
    const value = this.value();
    return Array.isArray(value) ? value : [];
  },

  /**
   * Changes the list: `edit` gets the entries and returns those to write, or the same array to write nothing. VS Code replaces
   * a list as a whole, so the file is read again before, for what other windows wrote, and after, in case one wrote meanwhile.
   * Throws a `ToldError` if the list can't be written or is another one afterwards.
   */
  async change(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    await this.readFile();
    const before = this.read();
    const after = edit(before);
    if (after === before) return;
    await this.write(after);
    await this.readFile();
    if (JSON.stringify(this.read()) === JSON.stringify(after)) return;
    throw new ToldError(
      vscode.l10n.t(
        'Another window changed the connections at the same time. Look at hostedModels.connections in the settings; if your change is missing, make it again.',
      ),
    );
  },

  async write(entries: readonly unknown[]): Promise<void> {
    const value = this.value();
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      throw new ToldError(
        vscode.l10n.t(
          'The setting hostedModels.connections is not a list. Correct it in the settings first.',
        ),
      );
    }
    try {
      await update('connections', entries);
    } catch (error) {
      // VS Code explains what is wrong with its file, e.g. unsaved changes.
      const why = error instanceof Error ? error.message : String(error);
      throw new ToldError(vscode.l10n.t('The connection was not changed. {0}', why));
    }
  },

  /**
   * Makes VS Code read the settings file, as it does after every update, even of a setting that doesn't exist. In the browser it
   * doesn't watch that file: a window would never learn what another one wrote.
   */
  async readFile(): Promise<void> {
    // If something is wrong with the file, the write says so.
    await update('none', undefined).catch(() => undefined);
  },

  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('hostedModels.connections')) listener();
    });
  },
};

async function update(key: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('hostedModels');
  await configuration.update(key, value, vscode.ConfigurationTarget.Global);
}
