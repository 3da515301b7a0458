import { type Attachment, isImage } from './attachment.ts';

/** What the attachments of one message may hold in all, in bytes: text in UTF-8, pictures as in their files. */
export const maxAttachmentBytes = 1024 * 1024;

/** How much of `maxAttachmentBytes` it takes. */
export function attachmentBytes(attachment: Attachment): number {
  if (!isImage(attachment)) return Buffer.byteLength(attachment.text);
  return Buffer.byteLength(attachment.image.slice(attachment.image.indexOf(',') + 1), 'base64');
}
