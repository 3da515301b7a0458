import * as vscode from 'vscode';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageSilence } from '../../../protocol/chat.ts';
import { waitText } from '../../shared/errors/waitText.ts';

type Session = Pick<ChatSession, 'conversation' | 'streaming'>;

/** Measures how long nothing of a streaming answer has come, and what its request waits for. */
export class AnswerSilence {
  readonly #session: Session;
  readonly #isBaseModel: (connectionId: string, model: string) => boolean;
  #streaming: string | undefined;
  /** By `performance.now()`. */
  #since = 0;
  #isStarted = false;
  #retry: { text: string; at: number } | undefined;

  constructor(session: Session, isBaseModel: (connectionId: string, model: string) => boolean) {
    this.#session = session;
    this.#isBaseModel = isBaseModel;
  }

  /** Call with each change of the session. */
  follow(change: ChatChange): void {
    const { streaming } = this.#session;
    if (streaming !== this.#streaming) this.#begin(streaming);
    if (!('id' in change) || change.id !== streaming) return;
    if (change.type === 'begun') this.#begin(streaming);
    if (change.type === 'append') this.#hear();
    if (change.type === 'waiting') this.#wait(change.wait);
  }

  /** `undefined` if nothing streams. */
  get shown(): PageSilence | undefined {
    const answer = answerOf(this.#session.conversation, this.#streaming ?? '');
    if (!answer) return undefined;
    const now = performance.now();
    const retry = this.#retry && { text: this.#retry.text, inMs: Math.max(0, this.#retry.at - now) };
    return {
      model: cleanText(answer.model),
      ms: now - this.#since,
      isStarted: this.#isStarted,
      retry,
      hint: this.#isBaseModel(answer.connectionId, answer.model)
        ? vscode.l10n.t('A large model may have to be loaded first.')
        : vscode.l10n.t('A large adapter may have to be loaded first.'),
    };
  }

  #begin(streaming: string | undefined): void {
    this.#streaming = streaming;
    this.#since = performance.now();
    this.#isStarted = false;
    this.#retry = undefined;
  }

  #hear(): void {
    this.#since = performance.now();
    this.#isStarted = true;
  }

  #wait(wait: Extract<ChatChange, { type: 'waiting' }>['wait']): void {
    this.#since = performance.now();
    this.#retry = wait && { text: waitText(wait, '{0}'), at: this.#since + wait.waitMs };
  }
}
