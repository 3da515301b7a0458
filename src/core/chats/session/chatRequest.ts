import type { ChatMessage, ChatRequest, ContentPart } from '../../../api/types.ts';
import { isImage } from '../../attachments/attachment.ts';
import { messageText } from '../../attachments/attachmentContent.ts';
import { contentParts, joinedContent } from '../../messageContent.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { AnswerTurn, Conversation, Turn } from '../tree/conversation.ts';
import { contextOf, isUnanswered } from '../tree/conversationTree.ts';

/** Sent to continue a cut answer, since the OpenAI format has no field for this. */
const continuation = 'Go on exactly where your last message ended. Repeat nothing, and do not comment on it.';

/**
 * Builds the request for the next answer on a path that ends with the user's turn or, to continue it, with an unfinished
 * answer. Reasoning is never sent back. An answer that failed before any text is left out together with its question, or the
 * model would be asked again what the user has already asked anew. Another answer without text, e.g. one that the user stopped,
 * is left out alone, since servers refuse empty content, and the user's messages around it become one: many chat templates
 * refuse two of one role in a row. A message is a plain string, which every service takes, unless it has pictures.
 */
export function chatRequest(model: string, settings: ChatSettings, path: readonly Turn[]): ChatRequest {
  const messages: ChatMessage[] = [];
  if (settings.systemPrompt) messages.push({ role: 'system', content: settings.systemPrompt });
  for (const [at, turn] of path.entries()) {
    const content = isUnanswered(path[at + 1]) ? '' : contentOf(turn);
    const previous = messages.at(-1);
    if (content === '') continue;
    if (previous?.role === turn.role) previous.content = joinedContent(previous.content, content);
    else messages.push({ role: turn.role, content });
  }
  if (path.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: continuation });
  const { systemPrompt: _said, ...rest } = settings;
  return { model, messages, ...rest };
}

function contentOf(turn: Turn): string | ContentPart[] {
  if (turn.role === 'assistant') return turn.text;
  const text = messageText(turn);
  const pictures = (turn.attachments ?? []).filter(isImage);
  if (pictures.length === 0) return text;
  return [...contentParts(text), ...pictures.map(({ image }) => ({ type: 'image' as const, url: image }))];
}

/** Rebuilds the request behind an answer. If an earlier one was continued since, its body's digest differs from that in `sent`. */
export function sentRequest({ turns }: Pick<Conversation, 'turns'>, answer: AnswerTurn): ChatRequest {
  const path = contextOf({ turns }, answer.parent);
  const { continuedFrom } = answer.sent ?? {};
  if (continuedFrom !== undefined) path.push({ ...answer, text: answer.text.slice(0, continuedFrom) });
  return chatRequest(answer.name, answer.settings, path);
}
