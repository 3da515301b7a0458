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

/** Returns a text and the tool calls beside it, a line each: `get_weather({"city":"Oslo"})`. */
export function textWithCalls(
  text: string,
  calls: readonly Pick<ToolCall, 'name' | 'arguments'>[] = [],
): string {
  return [...(text === '' ? [] : [text]), ...calls.map((call) => `${call.name}(${call.arguments})`)].join(
    '\n',
  );
}
