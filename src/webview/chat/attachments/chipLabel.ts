import type { AttachmentView } from '../../../protocol/chat.ts';

/** As "reply.md 10–42": what a chip is called. */
export function chipLabel({ name, lines }: Pick<AttachmentView, 'name' | 'lines'>): string {
  return lines === '' ? name : `${name} ${lines}`;
}
