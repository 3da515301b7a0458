import type { ChatMessage, ContentPart, ToolCall } from '../api/types.ts';

type Content = string | ContentPart[];

/** Joins the contents of two messages of one role, as paragraphs where both are text: many chat templates refuse two in a row. */
export function joinedContent(before: Content, after: Content): Content {
  if (before === '') return after;
  if (after === '') return before;
  if (typeof before === 'string' && typeof after === 'string') return `${before}\n\n${after}`;
  return [...contentParts(before), ...contentParts(after)];
}

export function contentParts(content: Content): ContentPart[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}

/** Returns a message as OpenAI's files and requests have it, with its text and pictures alone. */
export function wireMessage({ role, content }: Pick<ChatMessage, 'role' | 'content'>): object {
  if (typeof content === 'string') return { role, content };
  const parts = content.map((part) =>
    part.type === 'text' ? part : { type: 'image_url', image_url: { url: part.url } },
  );
  return { role, content: parts };
}

interface Said {
  text: string;
  toolCalls?: readonly Pick<ToolCall, 'name' | 'arguments'>[] | undefined;
}

/** Returns what a turn says: its text, and its tool calls, a line each: `get_weather({"city":"Oslo"})`. */
export function textWithCalls({ text, toolCalls = [] }: Said): string {
  const calls = toolCalls.map((call) => `${call.name}(${call.arguments})`);
  return (text === '' ? calls : [text, ...calls]).join('\n');
}

/** True for an answer with text, or a tool call. */
export function hasContent({ text, toolCalls = [] }: Said): boolean {
  return text.trim() !== '' || toolCalls.length > 0;
}
