import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { inputStep } from '../inputStep.ts';
import { placeName } from './bulkWords.ts';

/**
 * Wants the number typed. `present` gives those that are still there to be deleted: what somebody has deleted since then no
 * longer counts. Resolves to what was agreed to; `back`: the person wants to choose anew.
 */
export async function confirmBulk(
  connection: Connection,
  present: () => readonly Lora[],
): Promise<readonly Lora[] | 'back' | undefined> {
  const asked = present();
  const isWhole = (text: string, count: number) => text.trim() === String(count);
  const result = await inputStep({
    title:
      asked.length === 1
        ? vscode.l10n.t('Delete 1 LoRA?')
        : vscode.l10n.t('Delete {0} LoRAs?', String(asked.length)),
    prompt: promptText(connection, asked),
    placeholder: String(asked.length),
    hasBack: true,
    check: (text) =>
      String(present().length).startsWith(text.trim())
        ? undefined
        : vscode.l10n.t('This is not {0}. Nothing was deleted.', String(present().length)),
    tryOut: (text) =>
      Promise.resolve(
        isWhole(text, present().length)
          ? undefined
          : vscode.l10n.t('Type the number to delete them: {0}', String(present().length)),
      ),
  });
  if (result?.is === 'back') return 'back';
  const agreed = present();
  return result?.is === 'accepted' && isWhole(result.text, agreed.length) && agreed.length > 0
    ? agreed
    : undefined;
}

function promptText(connection: Connection, loras: readonly Lora[]): string {
  const deployed = loras.filter(({ activeDeployment }) => activeDeployment).length;
  const state =
    deployed === 0
      ? vscode.l10n.t('none of them deployed')
      : vscode.l10n.t('{0} of {1} deployed', String(deployed), String(loras.length));
  const warning = vscode.l10n.t(
    "It can't be undone, and they are gone for everybody in the organisation. The service doesn't say who still uses them.",
  );
  const ask = vscode.l10n.t('Type the number to delete them.');
  return `${placeName(connection)} · ${state}. ${warning} ${ask}`;
}
