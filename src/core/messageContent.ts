import type { ContentPart } from '../api/types.ts';

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
