import * as vscode from 'vscode';
import { isAddedField } from '../../api/config/chatFields.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import type { ChatFacts, DoneStep, ReadFacts, StepFacts } from '../../core/diagnosis/diagnosis.ts';
import { vscodeChatRemark } from './vscodeChatText.ts';

/** Remark on a step that works, but not perfectly. */
export function remarkText(step: DoneStep, { name, baseUrl }: Pick<Connection, 'name' | 'baseUrl'>): string {
  switch (step.name) {
    case 'address':
      return vscode.l10n.t(
        'But it is not encrypted: anyone on the network path can read the key and all chats. Use https: if you can.',
      );
    case 'route':
      return vscode.l10n.t(
        "But VS Code's own network is no way around a failed direct connection: it accepts any certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0. Unset that variable and restart VS Code.",
      );
    case 'connect':
      return step.facts.tries.some(({ code }) => code === undefined)
        ? vscode.l10n.t('But one of its addresses accepts no connections, which slows requests down.')
        : directText(hostOf(baseUrl));
    case 'tls':
      return tlsRemark(step.facts, hostOf(baseUrl));
    case 'proxy':
    case 'lookup':
      return directText(hostOf(baseUrl));
    case 'chat':
      return chatRemark(step.facts, name);
    case 'vscodeChat':
      return vscodeChatRemark(step.facts, name);
    case 'listLoras':
    case 'getLora':
    case 'listBaseModels':
    case 'getBaseModel':
      return readRemark(step.facts, name);
    default:
      return '';
  }
}

function directText(host: string): string {
  return vscode.l10n.t("But {0} can't be reached directly, only through VS Code's network.", host);
}

function tlsRemark(facts: StepFacts['tls'], host: string): string {
  if (!facts.ok || facts.value.systemProblem !== undefined) return directText(host);
  return facts.value.nodeProblem === undefined
    ? vscode.l10n.t('But its certificate expires soon.')
    : vscode.l10n.t(
        "Its certificate is trusted only by the system, so requests go through VS Code's network.",
      );
}

function readRemark({ skipped }: ReadFacts, name: string): string {
  return skipped > 0
    ? vscode.l10n.t('But {0} sent entries that could not be read; see the log.', name)
    : vscode.l10n.t('But {0} had to be asked more than once.', name);
}

function chatRemark({ pieces, form, refusedFields }: ChatFacts, name: string): string {
  if (pieces === 0) return vscode.l10n.t("But the model's answer was empty.");
  if (form === 'json') return vscode.l10n.t('But {0} does not stream: an answer comes all at once.', name);
  if (form === 'atOnce') {
    return vscode.l10n.t(
      'But the answer came all at once: a proxy or gateway may be holding the stream back, or it was too quick to tell.',
    );
  }
  const fields = refusedFields.filter((field) => !isAddedField(field));
  return fields.length > 0
    ? vscode.l10n.t('But {0} does not take {1}; chats leave it out.', name, fields.join(', '))
    : vscode.l10n.t('But {0} had to be asked more than once.', name);
}
