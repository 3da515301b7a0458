import * as vscode from 'vscode';
import { isImage } from '../../../core/attachments/attachment.ts';
import type { AnswerTurn, Conversation } from '../../../core/chats/tree/conversation.ts';
import { shownPath } from '../../../core/chats/tree/conversationTree.ts';
import { withoutPictures } from '../../../core/chats/tree/userTurn.ts';
import type { AlertAction } from '../../../protocol/chat.ts';

/**
 * Alert for a refused request with pictures. Services word this refusal differently and use 400, 422 or 500, so this names a
 * possible reason and the service's own message is shown below. Its actions come before the error's own.
 */
export function pictureAlert(
  conversation: Conversation,
  answer: AnswerTurn,
  service: string,
): { text: string; actions: AlertAction[] } | undefined {
  const { kind, status = 0 } = answer.error ?? { kind: '' };
  if (kind !== 'badRequest' && status !== 500) return undefined;
  const path = shownPath({ turns: conversation.turns, leaf: answer.parent });
  if (!path.some((turn) => turn.role === 'user' && turn.attachments?.some(isImage))) return undefined;
  const question = path.at(-1);
  const canLeaveOut = question?.role === 'user' && withoutPictures(question) !== undefined;
  return {
    text: vscode.l10n.t(
      '{0} refused the request ({1}). It holds a picture, which this model may not take.',
      service,
      status,
    ),
    actions: canLeaveOut ? ['withoutPictures'] : ['chooseModel'],
  };
}
