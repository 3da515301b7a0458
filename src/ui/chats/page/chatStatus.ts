import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf, isHidden, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import type { PageSilence } from '../../../protocol/chat.ts';
import { waitText } from '../../shared/errors/waitText.ts';
import { t } from '../../shared/text/t.ts';
import { answerName } from './redaction.ts';

/**
 * What screen readers announce about a chat: who is asked, what is waited for, and the end of all answers. Each event is announced
 * once, and never an answer's text.
 */
export class ChatStatus {
  readonly #session: Pick<ChatSession, 'conversation' | 'streamingAnswers'>;
  /** How the answers ended since none was streaming. */
  #ends: (string | undefined)[] = [];
  #text = '';

  constructor(session: Pick<ChatSession, 'conversation' | 'streamingAnswers'>) {
    this.#session = session;
  }

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
  }

  /** Call with each change of the session. `found` returns what to say about the answers once all have ended. */
  follow(change: ChatChange, found: () => string | undefined): void {
    const { streamingAnswers } = this.#session;
    const isSingle = streamingAnswers.length + this.#ends.length === 1;
    switch (change.type) {
      case 'path':
        this.#text = this.#asking();
        break;
      case 'waiting':
        if (!change.wait) this.#text = isSingle ? this.#asking() : this.#text;
        else this.#text = `${isSingle ? '' : `${this.#name(change.id)}: `}${waitText(change.wait)}`;
        break;
      case 'append':
        if (isSingle) this.#text = t('{0} is answering', this.#name(change.id));
        break;
      case 'ended':
        this.#ends.push(answerOf(this.#session.conversation, change.id)?.state);
        if (streamingAnswers.length > 0) break;
        this.#text = [endText(this.#ends), found()].filter(Boolean).join('. ');
        this.#ends = [];
    }
  }

  #asking(): string {
    const [first = '', ...others] = this.#session.streamingAnswers;
    if (others.length > 0) return t('Asking {0} models…', others.length + 1);
    const name = this.#name(first);
    return name === '' ? '' : t('Waiting for {0}…', name);
  }

  #name(answerId: string): string {
    const { conversation } = this.#session;
    const answer = answerOf(conversation, answerId);
    return answer ? answerName(conversation, answer) : '';
  }
}

function endText(ends: readonly (string | undefined)[]): string {
  const whole = ends.filter((state) => state === 'complete' || state === 'limit').length;
  const isStopped = ends.every((state) => state === 'stopped');
  if (isStopped) return t('Stopped');
  if (ends.length === 1) return whole === 1 ? t('Answer complete') : '';
  if (whole === 2 && ends.length === 2) return t('Both answers complete');
  if (whole === ends.length) return t('All {0} answers complete', whole);
  return t('{0} of {1} answers complete', whole, ends.length);
}

interface Silence {
  /** When the silence began, by `performance.now()`. */
  since: number;
  isStarted: boolean;
  /** The wait before the next try, and its end in Unix milliseconds. */
  retry: { text: string; until: number } | undefined;
}

/** Measures how long each streaming answer has been silent, and what its request waits for. */
export class Silences {
  readonly #session: Pick<ChatSession, 'conversation'>;
  readonly #isBaseModel: (model: NamedModel) => boolean;
  /** By the id of the streaming answer. */
  readonly #silences = new Map<string, Silence>();

  constructor(session: Pick<ChatSession, 'conversation'>, isBaseModel: (model: NamedModel) => boolean) {
    this.#session = session;
    this.#isBaseModel = isBaseModel;
  }

  /** Call with each change of the session. */
  follow(change: ChatChange): void {
    const since = performance.now();
    if (change.type === 'begun') this.#silences.set(change.id, newSilence());
    else if (change.type === 'append')
      this.#silences.set(change.id, { since, isStarted: true, retry: undefined });
    else if (change.type === 'ended') this.#silences.delete(change.id);
    else if (change.type === 'waiting') {
      const { wait } = change;
      const retry = wait && { text: waitText(wait, '{0}'), until: wait.until };
      this.#silences.set(change.id, { ...this.#of(change.id), since, retry });
    }
  }

  /** Returns the silence of a streaming answer. */
  shown(answerId: string): PageSilence | undefined {
    const { conversation } = this.#session;
    const answer = answerOf(conversation, answerId);
    if (!answer) return undefined;
    const now = performance.now();
    const { since, isStarted, retry } = this.#of(answerId);
    const isSecret = isHidden(questionOf(conversation, answerId));
    return {
      name: answerName(conversation, answer),
      ms: now - since,
      isStarted,
      retry: retry && { text: retry.text, inMs: Math.max(0, retry.until - Date.now()) },
      hint:
        isSecret || this.#isBaseModel(answer)
          ? t('A large model may have to be loaded first.')
          : t('A large adapter may have to be loaded first.'),
    };
  }

  #of(answerId: string): Silence {
    const silence = this.#silences.get(answerId) ?? newSilence();
    this.#silences.set(answerId, silence);
    return silence;
  }
}

function newSilence(): Silence {
  return { since: performance.now(), isStarted: false, retry: undefined };
}
