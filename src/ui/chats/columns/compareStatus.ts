import * as vscode from 'vscode';
import { letterAt } from '../../../core/chats/columns/columnNames.ts';
import type { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { waitText } from '../../shared/errors/waitText.ts';
import type { HiddenNames } from './hiddenNames.ts';

/** What screen readers hear of a comparison, each event once: who is asked, who waits, and the end of all. */
export class CompareStatus {
  readonly #compare: CompareSession;
  readonly #names: HiddenNames;
  /** How the answers ended, since nothing streamed. */
  #ends: (string | undefined)[] = [];
  #text = '';

  constructor(compare: CompareSession, names: HiddenNames) {
    this.#compare = compare;
    this.#names = names;
  }

  get text(): string {
    return this.#text;
  }

  /** Call when the names that were hidden have become known. */
  reveal(): void {
    const { votes } = this.#compare.comparison;
    const names = this.#names.all;
    const were = names.map((name, at) => vscode.l10n.t('{0} was {1}', letterAt(at), name)).join(', ');
    const vote = votes.find(({ isBlind }) => isBlind);
    const chosen = vote && (vote.best === undefined ? vscode.l10n.t('a tie') : this.#names.nameOf(vote.best));
    this.#text =
      chosen === undefined ? vscode.l10n.t('{0}.', were) : vscode.l10n.t('You chose {0}. {1}.', chosen, were);
  }

  /** Call with each change of the session. */
  follow(change: ChatChange): void {
    const { conversation, streamingAnswers } = this.#compare.chat;
    switch (change.type) {
      case 'accepted':
        this.#text = asking(streamingAnswers.length);
        break;
      case 'waiting': {
        const answer = answerOf(conversation, change.id);
        const name = this.#names.nameOf(answer?.column ?? '');
        if (change.wait) this.#text = vscode.l10n.t('{0}: {1}', name, waitText(change.wait));
        break;
      }
      case 'ended':
        this.#ends.push(answerOf(conversation, change.id)?.state);
        if (streamingAnswers.length > 0) break;
        this.#text = endText(this.#ends);
        this.#ends = [];
    }
  }
}

function asking(count: number): string {
  return count === 1 ? vscode.l10n.t('Asking 1 model…') : vscode.l10n.t('Asking {0} models…', count);
}

function endText(ends: readonly (string | undefined)[]): string {
  const whole = ends.filter((state) => state === 'complete' || state === 'limit').length;
  if (ends.length === 1) return whole === 1 ? vscode.l10n.t('Answer complete') : oneEnd(ends[0]);
  if (whole === ends.length) return vscode.l10n.t('All {0} answers complete', whole);
  if (whole === 0 && ends.every((state) => state === 'stopped')) return vscode.l10n.t('Stopped');
  return vscode.l10n.t('{0} of {1} answers complete', whole, ends.length);
}

/** An error says so itself. */
function oneEnd(state: string | undefined): string {
  return state === 'stopped' ? vscode.l10n.t('Stopped') : '';
}
