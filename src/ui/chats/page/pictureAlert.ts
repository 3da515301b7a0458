import { isImage } from '../../../core/attachments/attachment.ts';
import type { AnswerTurn, Conversation, Turn } from '../../../core/chats/tree/conversation.ts';
import { nearestIn } from '../../../core/chats/tree/conversationTree.ts';
import { withoutPictures } from '../../../core/chats/tree/userTurn.ts';
import type { AlertAction } from '../../../protocol/chatToHost.ts';
import { t } from '../../shared/text/t.ts';

/** Where pictures are in a conversation. */
export interface PictureSurroundings {
  turn: (id: string) => Turn | undefined;
  /** True if a turn or one above it has a picture. */
  hasPicture: (id: string) => boolean;
}

export function picturesIn({ turns }: Pick<Conversation, 'turns'>): PictureSurroundings {
  const picture = nearestIn({ turns }, (turn) =>
    turn.role === 'user' ? turn.attachments?.find(isImage) : undefined,
  );
  return { turn: (id) => turns.get(id), hasPicture: (id) => picture(id) !== undefined };
}

/**
 * Returns the alert for a refused request with pictures. Services word this refusal differently and use 400, 422 or 500, so the
 * alert names a possible reason and shows the service's own message below. Its actions come before the error's own.
 */
export function pictureAlert(
  { turn, hasPicture }: PictureSurroundings,
  answer: AnswerTurn,
  service: string,
): { text: string; actions: AlertAction[] } | undefined {
  const { kind, status = 0 } = answer.error ?? { kind: '' };
  if (kind !== 'badRequest' && status !== 500) return undefined;
  if (!hasPicture(answer.parent)) return undefined;
  const question = turn(answer.parent);
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
