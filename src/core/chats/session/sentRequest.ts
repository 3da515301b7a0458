import type { ChatRequest } from '../../../api/types.ts';
import type { AnswerTurn, Conversation } from '../tree/conversation.ts';
import { shownPath } from '../tree/conversationTree.ts';
import { chatRequest } from './chatMessages.ts';

/**
 * The request that an answer came from, built again from the turns before it and its settings. An earlier answer that was
 * continued since makes it another one: compare its body's digest with the one in `sent`.
 */
export function sentRequest({ turns }: Pick<Conversation, 'turns'>, answer: AnswerTurn): ChatRequest {
  const path = shownPath({ turns, leaf: answer.parent });
  const { continuedFrom } = answer.sent ?? {};
  if (continuedFrom !== undefined) path.push({ ...answer, text: answer.text.slice(0, continuedFrom) });
  return chatRequest(answer.model, answer.settings, path);
}
