import type { PageAttachment } from '../../../protocol/chat.ts';

/** Returns a chip's name, e.g. "reply.md 10–42". */
export function chipLabel({ name, lines }: Pick<PageAttachment, 'name' | 'lines'>): string {
  return lines === '' ? name : `${name} ${lines}`;
}
