import { isImage } from '../../../core/attachments/attachment.ts';
import type { AnswerTurn, Conversation, Turn } from '../../../core/chats/tree/conversation.ts';
import { contextOf } from '../../../core/chats/tree/conversationTree.ts';
import { withoutPictures } from '../../../core/chats/tree/userTurn.ts';
import type { AlertAction } from '../../../protocol/chatToHost.ts';
import { t } from '../../shared/text/t.ts';

/**
 * Returns the alert for a refused request with pictures. Services word this refusal differently and use 400, 422 or 500, so the
 * alert names a possible reason and shows the service's own message below. Its actions come before the error's own.
 */
export function pictureAlert(
  turns: Conversation['turns'],
  answer: AnswerTurn,
  service: string,
): { text: string; actions: AlertAction[] } | undefined {
  const { kind, status = 0 } = answer.error ?? { kind: '' };
  if (kind !== 'badRequest' && status !== 500) return undefined;
  const hasPicture = (turn: Turn) => turn.role === 'user' && turn.attachments?.some(isImage);
  if (!contextOf({ turns }, answer.parent).some(hasPicture)) return undefined;
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
