import { codeBlock, codeSpan } from '../cleanText.ts';
import { type Attachment, attachmentLabel, isImage, type TextAttachment } from './attachment.ts';

/** The first bytes of each picture format that chat services take. */
const pictures: readonly { type: string; isIt: (bytes: Buffer) => boolean }[] = [
  { type: 'png', isIt: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  { type: 'jpeg', isIt: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { type: 'gif', isIt: (bytes) => /^GIF8[79]a/u.test(bytes.toString('latin1', 0, 6)) },
  { type: 'webp', isIt: (bytes) => /^RIFF.{4}WEBP/su.test(bytes.toString('latin1', 0, 12)) },
];

/** Returns the picture as a `data:` URL; `undefined` if it is not one, whatever its name says. */
export function imageUrlOf(data: Uint8Array): string | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const found = pictures.find(({ isIt }) => isIt(bytes));
  return found && `data:image/${found.type};base64,${bytes.toString('base64')}`;
}

/** Decodes UTF-8 without a byte order mark; `undefined` if the bytes are not text. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  // Text holds no zero bytes, and most other files do.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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

// Usual fence names for languages whose VS Code id differs.
const fenceNames: Readonly<Record<string, string>> = {
  javascriptreact: 'jsx',
  plaintext: '',
  shellscript: 'bash',
  typescriptreact: 'tsx',
};

/** Returns the file as a block of code below its path and lines. */
export function attachmentBlock(attachment: TextAttachment): string {
  const { text, language = '' } = attachment;
  const info = Object.hasOwn(fenceNames, language) ? fenceNames[language] : language;
  return `${codeSpan(attachmentLabel(attachment))}\n${codeBlock(text, info)}`;
}

/** Returns the text of a message as sent: what the user wrote, then each attached file. Pictures are not in it. */
export function messageText(message: { text: string; attachments?: readonly Attachment[] }): string {
  const { text, attachments = [] } = message;
  const blocks = attachments.flatMap((one) => (isImage(one) ? [] : [attachmentBlock(one)]));
  return [text, ...blocks].filter((part) => part.trim() !== '').join('\n\n');
}
