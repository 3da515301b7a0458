import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { isHidden, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import type { PageSilence } from '../../../protocol/chat.ts';
import { waitText } from '../../shared/errors/waitText.ts';
import { t } from '../../shared/text/t.ts';
import { answerName } from './redaction.ts';

/**
 * Returns what screen readers announce about a chat: who is asked, what is waited for, and the end of all answers. Each event is
 * announced once, and never an answer's text.
 */
export function chatStatus(session: Pick<ChatSession, 'conversation' | 'streamingAnswers'>) {
  /** How the answers ended since none was streaming. */
  let ends: (string | undefined)[] = [];
  const nameOf = (answerId = ''): string => {
    const answer = session.conversation.answers.get(answerId);
    return answer ? answerName(session.conversation, answer) : '';
  };
  const asking = (): string => {
    const [first, ...others] = session.streamingAnswers;
    if (others.length > 0) return t('Asking {0} models…', others.length + 1);
    const name = nameOf(first);
    return name === '' ? '' : t('Waiting for {0}…', name);
  };
  const status = {
    text: '',
    /** Call with each change of the session. `found` returns what to say about the answers once all have ended. */
    follow(change: ChatChange, found: () => string | undefined): void {
      const { streamingAnswers } = session;
      const isSingle = streamingAnswers.length + ends.length === 1;
      switch (change.type) {
        case 'path':
          status.text = asking();
          break;
        case 'waiting':
          if (change.wait) {
            const whose = isSingle ? '' : `${nameOf(change.id)}: `;
            status.text = whose + waitText(change.wait);
          } else if (isSingle) status.text = asking();
          break;
        case 'append':
          if (isSingle) status.text = t('{0} is answering', nameOf(change.id));
          break;
        case 'ended':
          ends.push(session.conversation.answers.get(change.id)?.state);
          if (streamingAnswers.length > 0) break;
          status.text = [endText(ends), found()].filter(Boolean).join('. ');
          ends = [];
      }
    },
  };
  return status;
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

export type Silences = ReturnType<typeof silencesIn>;

/** Measures how long each streaming answer has been silent, and what its request waits for. */
export function silencesIn(
  session: Pick<ChatSession, 'conversation'>,
  isBaseModel: (model: NamedModel) => boolean,
) {
  /** By the id of the streaming answer. */
  const silences = new Map<string, Silence>();
  const begin = (id: string): Silence => {
    const silence = { since: performance.now(), isStarted: false, retry: undefined };
    silences.set(id, silence);
    return silence;
  };
  const of = (id: string): Silence => silences.get(id) ?? begin(id);
  return {
    /** Call with each change of the session. */
    follow(change: ChatChange): void {
      const since = performance.now();
      if (change.type === 'begun') begin(change.id);
      else if (change.type === 'append')
        silences.set(change.id, { since, isStarted: true, retry: undefined });
      else if (change.type === 'ended') silences.delete(change.id);
      else if (change.type === 'waiting') {
        const { id, wait } = change;
        const retry = wait && { text: waitText(wait, '{0}'), until: wait.until };
        silences.set(id, { ...of(id), since, retry });
      }
    },
    /** Returns the silence of a streaming answer. */
    shown(answerId: string): PageSilence | undefined {
      const { conversation } = session;
      const answer = conversation.answers.get(answerId);
      if (!answer) return undefined;
      const { since, isStarted, retry } = of(answerId);
      const isSecret = isHidden(questionOf(conversation, answerId));
      return {
        name: answerName(conversation, answer),
        ms: performance.now() - since,
        isStarted,
        retry: retry && { text: retry.text, inMs: Math.max(0, retry.until - Date.now()) },
        hint:
          isSecret || isBaseModel(answer)
            ? t('A large model may have to be loaded first.')
            : t('A large adapter may have to be loaded first.'),
      };
    },
  };
}
