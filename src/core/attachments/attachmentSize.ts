import { type Attachment, isImage } from './attachment.ts';

const megabyte = 1024 * 1024;

/** Most bytes that one message's attachments may have in all: text in UTF-8, pictures as in their files. */
export const maxAttachmentBytes = { text: megabyte, pictures: 5 * megabyte } as const;

/** Larger pictures are scaled down first. */
export const maxPictureBytes = megabyte;

/** Larger files are not read. */
export const maxFileBytes = 20 * megabyte;

/** What is limited by itself. */
export type AttachmentKind = keyof typeof maxAttachmentBytes;

export function kindOf(attachment: Attachment): AttachmentKind {
  return isImage(attachment) ? 'pictures' : 'text';
}

/** How much of the limit for its kind an attachment uses. */
export function attachmentBytes(attachment: Attachment): number {
  if (!isImage(attachment)) return Buffer.byteLength(attachment.text);
  return Buffer.byteLength(attachment.image.slice(attachment.image.indexOf(',') + 1), 'base64');
}
