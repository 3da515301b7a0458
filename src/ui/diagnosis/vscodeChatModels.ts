import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { VscodeChatModels } from '../../core/diagnosis/vscodeChatStep.ts';
import { offerId } from '../../core/languageModels/offers.ts';
import { findModel } from '../../core/models/catalog.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { unlessAborted } from '../shared/stoppable.ts';

/** In ms. VS Code asks one extension after the other, and none of them with a limit. */
const answerMs = 8000;

/** What of this connection is in VS Code's chat, for a diagnosis. */
export function vscodeChatModels(
  { offered, catalogs }: Pick<WindowParts, 'offered' | 'catalogs'>,
  connection: Connection,
  signal: AbortSignal,
): VscodeChatModels {
  const offers = offered.all.filter(({ connectionId }) => connectionId === connection.id);
  return {
    added: offers.map(({ name }) => name),
    listed: async () => {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
      try {
        const asked = vscode.lm.selectChatModels({ vendor: 'hosted-models' });
        const ids = new Set((await unlessAborted(asked, ended)).map(({ id }) => id));
        return new Set(offers.filter((offer) => ids.has(offerId(offer))).map(({ name }) => name));
      } catch {
        // Whatever VS Code fails with must not cost the report.
        return undefined;
      }
    },
    isOffered: (name) => findModel(catalogs.of(connection), name) !== undefined,
  };
}
