import type { ChatMessage } from '../../../api/types.ts';
import type { Prompt } from '../prompt.ts';

/** Returns a message's text; a picture is its address. */
export function contentText({ content }: Pick<ChatMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : part.url)).join('\n');
}

/** Returns the text of a single question, or of all messages with their roles. */
export function messagesText({ messages }: Pick<Prompt, 'messages'>): string {
  const [first, ...others] = messages;
  if (first && others.length === 0) return contentText(first);
  return messages.map((message) => `${message.role}: ${contentText(message)}`).join('\n');
}
