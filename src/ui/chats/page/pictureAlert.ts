import { isImage } from '../../../core/attachments/attachment.ts';
import type { Answer, Turns } from '../../../core/chats/tree/conversation.ts';
import { stepsUp } from '../../../core/chats/tree/conversationTree.ts';
import { canDoWithoutPictures } from '../../../core/chats/tree/questionText.ts';
import type { AlertAction } from '../../../protocol/chat.ts';
import { t } from '../../shared/text/t.ts';

/** Returns a function that says whether an answer was asked for with a picture. It looks at each turn once. */
export function picturesIn(turns: Turns): (answer: Answer) => boolean {
  const known = new Map<Answer, boolean>();
  return (start) => {
    const way: Answer[] = [];
    let found: boolean | undefined;
    for (const { question, answer = start } of stepsUp(turns, start.id, start.column)) {
      found = known.get(answer);
      if (found !== undefined) break;
      way.push(answer);
      found = (!answer.isWithoutPictures && question.attachments?.some(isImage)) || undefined;
      if (found) break;
    }
    for (const answer of way) known.set(answer, found ?? false);
    return found ?? false;
  };
}

/**
 * Returns the alert for a refused request with pictures. Services word this refusal differently and use 400, 422 or 500, so the
 * alert names a possible reason and shows the service's own message below. Its actions come before the error's own.
 */
export function pictureAlert(
  { questions, hasPictureIn }: Pick<Turns, 'questions'> & { hasPictureIn: (answer: Answer) => boolean },
  answer: Answer,
  service: string,
): { text: string; actions: AlertAction[] } | undefined {
  const { kind, status = 0 } = answer.error ?? { kind: '' };
  if (kind !== 'badRequest' && status !== 500) return undefined;
  if (!hasPictureIn(answer)) return undefined;
  const question = questions.get(answer.question);
  const canLeaveOut = !answer.isWithoutPictures && question && canDoWithoutPictures(question);
  return {
    text: t(
      '{0} refused the request ({1}). It holds a picture, which this model may not take.',
      service,
      status,
    ),
    actions: canLeaveOut ? ['withoutPictures'] : ['chooseModel'],
  };
}
