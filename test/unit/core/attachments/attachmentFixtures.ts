import type { ImageAttachment, TextAttachment } from '../../../../src/core/attachments/attachment.ts';
import { attachmentBytes } from '../../../../src/core/attachments/attachmentContent.ts';

export const reply: TextAttachment = {
  name: 'docs/reply.md',
  lines: { start: 10, end: 42 },
  language: 'markdown',
  text: 'Dear customer,\nwe are sorry.',
};

/** The smallest PNG: one transparent pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const picture: ImageAttachment = {
  name: 'screen.png',
  image: `data:image/png;base64,${png.toString('base64')}`,
};

/** A file of this many bytes. */
export function fileOf(bytes: number, name = 'long.txt'): TextAttachment {
  const file = { name, text: 'x'.repeat(bytes) };
  if (attachmentBytes(file) !== bytes) throw new Error('It has another size.');
  return file;
}

/** What counts as a picture of this many bytes. */
export function pictureOf(bytes: number): ImageAttachment {
  return { name: 'photo.png', image: `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}` };
}
