import { isImage } from '../../../core/attachments/attachment.ts';
import type { AnswerTurn, Conversation } from '../../../core/chats/tree/conversation.ts';
import { isAlone } from '../../../core/chats/tree/conversationTree.ts';
import { withoutPictures } from '../../../core/chats/tree/userTurn.ts';
import type { AlertAction } from '../../../protocol/chatToHost.ts';
import { t } from '../../shared/text/t.ts';

/** Returns a function that says whether a turn or one before it in its context has a picture. It looks at each turn once. */
export function picturesIn({ turns }: Pick<Conversation, 'turns'>): (id: string) => boolean {
  const known = new Map<string, boolean>();
  return (start) => {
    const way = new Set<string>();
    let found: boolean | undefined;
    // A cycle can only come from a damaged file.
    for (let id: string | undefined = start; id !== undefined && found === undefined && !way.has(id); ) {
      const turn = turns.get(id);
      found = known.get(id) ?? (turn?.role === 'user' && turn.attachments?.some(isImage) ? true : undefined);
      way.add(id);
      id = turn && !isAlone(turn) ? turn.parent : undefined;
    }
    for (const id of way) known.set(id, found ?? false);
    return found ?? false;
  };
}

/**
 * Returns the alert for a refused request with pictures. Services word this refusal differently and use 400, 422 or 500, so the
 * alert names a possible reason and shows the service's own message below. Its actions come before the error's own.
 */
export function pictureAlert(
  { turns, hasPictureIn }: { turns: Conversation['turns']; hasPictureIn: (id: string) => boolean },
  answer: AnswerTurn,
  service: string,
): { text: string; actions: AlertAction[] } | undefined {
  const { kind, status = 0 } = answer.error ?? { kind: '' };
  if (kind !== 'badRequest' && status !== 500) return undefined;
  if (!hasPictureIn(answer.parent)) return undefined;
  const question = turns.get(answer.parent);
  const canLeaveOut = question?.role === 'user' && withoutPictures(question) !== undefined;
  return {
    text: t(
      '{0} refused the request ({1}). It holds a picture, which this model may not take.',
      service,
      status,
    ),
    actions: canLeaveOut ? ['withoutPictures'] : ['chooseModel'],
  };
}
