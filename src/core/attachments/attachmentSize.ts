import { type Attachment, isImage } from './attachment.ts';

/** Most bytes the attachments of one message may have in all: text in UTF-8, pictures as in their files. */
export const maxAttachmentBytes = 1024 * 1024;

/** How much of `maxAttachmentBytes` an attachment uses. */
export function attachmentBytes(attachment: Attachment): number {
  if (!isImage(attachment)) return Buffer.byteLength(attachment.text);
  return Buffer.byteLength(attachment.image.slice(attachment.image.indexOf(',') + 1), 'base64');
}
