import * as vscode from 'vscode';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import type { AlertAction, PageTurn } from '../../../protocol/chat.ts';

/** Buttons that ask a column again. */
const asking: ReadonlySet<AlertAction> = new Set(['retry', 'continue', 'withoutPictures', 'chooseModel']);

/** Buttons that say and open nothing from which a model could be told. */
const harmless: ReadonlySet<AlertAction> = new Set(['retry', 'continue', 'withoutPictures']);

type Compare = Pick<CompareSession, 'isHidden' | 'isSpent' | 'askedFor'>;

/** True for an alert's button that a comparison's page offers below an answer. */
export function isOffered(action: AlertAction, turn: string, compare: Compare): boolean {
  const { isHidden, isSpent } = compare;
  // One question, and one answer of each: what failed may be asked again until the names are known.
  if (isSpent) return isHidden ? harmless.has(action) : !asking.has(action) && action !== 'edit';
  // An answer that several columns have in common is none of theirs to replace.
  return !asking.has(action) || compare.askedFor(turn) !== undefined;
}

/** Returns an answer with the buttons that a comparison offers, and nothing that tells a hidden model. */
export function withColumnAlert(turn: PageTurn, compare: Compare): PageTurn {
  if (turn.role === 'user') return turn;
  const { isHidden } = compare;
  // While the names are hidden, an answer has no Regenerate.
  const isStopped = isHidden && turn.state === 'stopped' && turn.text === '';
  const alert = isStopped ? stoppedAlert() : turn.alert;
  if (!alert) return turn;
  const buttons = alert.buttons.filter(({ action }) => isOffered(action, turn.id, compare));
  return { ...turn, alert: { ...alert, buttons, ...(isHidden && { detail: undefined }) } };
}

function stoppedAlert(): NonNullable<Extract<PageTurn, { role: 'assistant' }>['alert']> {
  return {
    text: vscode.l10n.t('Stopped before the first word.'),
    detail: undefined,
    buttons: [{ action: 'retry', label: vscode.l10n.t('Retry') }],
  };
}
