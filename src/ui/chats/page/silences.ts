import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf, isHidden, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import type { PageSilence } from '../../../protocol/chat.ts';
import { waitText } from '../../shared/errors/waitText.ts';
import { t } from '../../shared/text/t.ts';
import { answerName } from './redaction.ts';

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
