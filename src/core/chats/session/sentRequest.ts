import type { ChatRequest } from '../../../api/types.ts';
import type { AnswerTurn, Conversation } from '../tree/conversation.ts';
import { contextOf } from '../tree/conversationTree.ts';
import { chatRequest } from './chatRequest.ts';

/**
 * Rebuilds the request behind an answer from the turns before it and its settings. It differs if an earlier answer has been
 * continued since: compare its body's digest with the one in `sent`.
 */
export function sentRequest({ turns }: Pick<Conversation, 'turns'>, answer: AnswerTurn): ChatRequest {
  const path = contextOf({ turns }, answer.parent);
  const { continuedFrom } = answer.sent ?? {};
  if (continuedFrom !== undefined) path.push({ ...answer, text: answer.text.slice(0, continuedFrom) });
  return chatRequest(answer.name, answer.settings, path);
}
