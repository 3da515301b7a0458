import type { ChatMessage, ChatRequest, ContentPart } from '../../../api/types.ts';
import { isImage } from '../../attachments/attachment.ts';
import { messageText } from '../../attachments/attachmentContent.ts';
import { contentParts, joinedContent } from '../../messageContent.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { Answer, Question, Turns } from '../tree/conversation.ts';
import { contextOf, isUnanswered, type Step } from '../tree/conversationTree.ts';

/** Sent to continue a cut answer, since the OpenAI format has no field for this. */
const continuation = 'Go on exactly where your last message ended. Repeat nothing, and do not comment on it.';

/**
 * Builds the request for the next answer on a path that ends with the user's question or, to continue it, with an unfinished answer.
 * Reasoning is never sent back. An answer that failed before any text is left out together with its question, or the model would be
 * asked again what the user has already asked anew. Another answer without text, e.g. one that the user stopped, is left out alone,
 * since servers refuse empty content, and the user's messages around it become one: many chat templates refuse two of one role in a
 * row. A message is a plain string, which every service takes, unless it has pictures.
 */
export function chatRequest(model: string, settings: ChatSettings, path: readonly Step[]): ChatRequest {
  const messages: ChatMessage[] = [];
  const add = (role: 'user' | 'assistant', content: string | ContentPart[]) => {
    const previous = messages.at(-1);
    if (content === '') return;
    if (previous?.role === role) previous.content = joinedContent(previous.content, content);
    else messages.push({ role, content });
  };
  if (settings.systemPrompt) messages.push({ role: 'system', content: settings.systemPrompt });
  for (const { question, answer } of path) {
    if (isUnanswered(answer)) continue;
    add('user', contentOf(question, answer));
    add('assistant', answer?.text ?? '');
  }
  if (messages.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: continuation });
  const { systemPrompt: _said, ...rest } = settings;
  return { model, messages, ...rest };
}

function contentOf(question: Question, answer: Answer | undefined): string | ContentPart[] {
  const text = messageText(question);
  const pictures = answer?.isWithoutPictures ? [] : (question.attachments ?? []).filter(isImage);
  if (pictures.length === 0) return text;
  return [...contentParts(text), ...pictures.map(({ image }) => ({ type: 'image' as const, url: image }))];
}

/** Builds the request behind an answer. If an earlier one was continued since, its body's digest differs from that in `sent`. */
export function sentRequest(turns: Turns, answer: Answer): ChatRequest {
  const text = answer.text.slice(0, answer.sent?.continuedFrom ?? 0);
  const path = contextOf(turns, answer.question, answer.column);
  const last = path.at(-1);
  // Whatever became of it: what is asked is what stands before it.
  if (last) last.answer = { ...answer, text, state: 'streaming' };
  return chatRequest(answer.name, answer.settings, path);
}
