import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Catalog } from '../../core/models/catalog.ts';

/** Why VS Code's chat has none of the chosen models: one sentence, shown as the provider's status. `model`: one of them. */
export function noListText(
  { state, loadedAt, error }: Catalog,
  connection: Connection,
  model: string,
): string {
  const place = cleanText(connection.name, 60);
  if (state === 'noKey') return vscode.l10n.t('No API key for {0}. Set it in the Models view.', place);
  if (state === 'unauthorized') {
    return vscode.l10n.t(
      '{0} refused the API key ({1}). Set another in the Models view.',
      place,
      error?.status ?? 401,
    );
  }
  return loadedAt === undefined
    ? vscode.l10n.t('The models of {0} were never listed. Open the Models view of Hosted Models once.', place)
    : vscode.l10n.t(
        "{0} no longer lists {1}. Add another model to VS Code's chat, or take this one out of the setting {2}.",
        place,
        cleanText(model),
        'hostedModels.nativeChat.models',
      );
}
