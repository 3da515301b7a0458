import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { inputStep } from '../inputStep.ts';
import { isAgreed } from '../messages.ts';
import { deletionFacts, deletionQuestion } from './deletionText.ts';

/** Asks the person. A deployed LoRA wants its name typed; for the others a button is enough. */
export function confirmDeletion(lora: Lora, connection: Connection): Promise<boolean> {
  return lora.activeDeployment ? confirmByName(lora, connection) : confirmByButton(lora, connection);
}

function confirmByButton(lora: Lora, connection: Connection): Promise<boolean> {
  const detail = deletionFacts(lora, connection).join('\n\n');
  return isAgreed(deletionQuestion(lora), detail, vscode.l10n.t('Delete LoRA'));
}

async function confirmByName(lora: Lora, connection: Connection): Promise<boolean> {
  // As the person sees it: what is invisible in a name need not be typed. Where all of it is, an empty box is no agreement.
  const names = [lora.name, cleanText(lora.name, lora.name.length)].filter((name) => name !== '');
  const shown = cleanText(lora.name);
  const result = await inputStep({
    title: deletionQuestion(lora),
    prompt: `${deletionFacts(lora, connection).join('. ')} ${vscode.l10n.t('Type the name to delete it.')}`,
    placeholder: shown,
    check: (text) =>
      names.some((name) => name.startsWith(text.trim()))
        ? undefined
        : vscode.l10n.t('This is not “{0}”. Nothing was deleted.', shown),
    tryOut: (text) =>
      Promise.resolve(
        names.includes(text.trim())
          ? undefined
          : vscode.l10n.t('Type the whole name to delete it: {0}', shown),
      ),
  });
  return result?.is === 'accepted';
}
