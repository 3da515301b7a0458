import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import type { DeletionOutcome } from '../../core/deletion/deletion.ts';
import { errorText } from '../errors/errorText.ts';
import { creatorName } from '../text/creatorText.ts';
import { shortDate } from '../text/time.ts';

/** "Delete LoRA “support-tone-v7”?" */
export function deletionQuestion(lora: Lora): string {
  return vscode.l10n.t('Delete LoRA “{0}”?', cleanText(lora.name));
}

/** Which LoRA of which service, on what, since when, by whom; and what deleting it means. */
export function deletionFacts(lora: Lora, connection: Connection): string[] {
  const host = hostOf(connection.baseUrl);
  const where = connection.name === host ? host : `${cleanText(connection.name, 80)} (${host})`;
  return [
    `${where} · ${deploymentText(lora)}`,
    vscode.l10n.t(
      "It can't be undone, and it is gone for everybody in the organisation. The service doesn't say who still uses it.",
    ),
  ];
}

function deploymentText({ activeDeployment }: Lora): string {
  if (!activeDeployment) return vscode.l10n.t('not deployed');
  const { baseModelName, createdAt, creator } = activeDeployment;
  const parts = baseModelName ? [vscode.l10n.t('on {0}', cleanText(baseModelName, 80))] : [];
  const who = cleanText(creatorName(creator) ?? '', 80);
  const since = createdAt === undefined ? undefined : shortDate(createdAt * 1000);
  if (since && who) parts.push(vscode.l10n.t('deployed since {0} by {1}', since, who));
  else if (since) parts.push(vscode.l10n.t('deployed since {0}', since));
  else if (who) parts.push(vscode.l10n.t('deployed by {0}', who));
  else parts.push(vscode.l10n.t('deployed'));
  return parts.join(', ');
}

/** How it ended, each ending in its own words. */
export function outcomeText(name: string, outcome: DeletionOutcome, connection: Connection): string {
  const lora = cleanText(name);
  switch (outcome.is) {
    case 'deleted':
      return vscode.l10n.t('LoRA “{0}” was deleted from {1}.', lora, connection.name);
    case 'alreadyGone':
      return vscode.l10n.t('LoRA “{0}” was already gone from {1}.', lora, connection.name);
    case 'stopped':
      return vscode.l10n.t('Stopped. LoRA “{0}” was not deleted.', lora);
    case 'stillThere':
      return vscode.l10n.t('LoRA “{0}” is still listed. {1}', lora, sentence(outcome, connection));
    case 'refused':
      return outcome.error.kind === 'conflict'
        ? vscode.l10n.t(
            '{0} did not delete LoRA “{1}”: it is in use ({2}).',
            connection.name,
            lora,
            outcome.error.status ?? 409,
          )
        : vscode.l10n.t('LoRA “{0}” was not deleted. {1}', lora, sentence(outcome, connection));
    case 'unknown':
      return vscode.l10n.t(
        'No answer came: it is unknown whether LoRA “{0}” was deleted. Refresh the list to see. {1}',
        lora,
        sentence(outcome, connection),
      );
  }
}

function sentence({ error }: Extract<DeletionOutcome, { error: unknown }>, connection: Connection): string {
  const { text, detail } = errorText(error, connection);
  return detail && detail !== text ? `${text} ${cleanText(detail)}` : text;
}
