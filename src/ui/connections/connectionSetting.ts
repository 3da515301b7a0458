import * as vscode from 'vscode';
import type { EntrySetting } from '../../core/connections/connectionWrites.ts';
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
      const configuration = vscode.workspace.getConfiguration('hostedModels');
      await configuration.update('connections', entries, vscode.ConfigurationTarget.Global);
    } catch (error) {
      // VS Code explains what is wrong with its file, e.g. unsaved changes.
      const why = error instanceof Error ? error.message : String(error);
      throw new ToldError(vscode.l10n.t('The connection was not changed. {0}', why));
    }
  },

  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('hostedModels.connections')) listener();
    });
  },
} satisfies EntrySetting & { value(): unknown };
