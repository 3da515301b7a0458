import { type Attachment, attachmentLabel, isImage } from '../../attachments/attachment.ts';
import type { Question } from './conversation.ts';

const longest = 60;

/** Returns a title from the first line with letters or digits, without Markdown, cut at a word. It is blank only if the text is. */
export function titleFrom(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? text;
  // If a message has nothing but Markdown marks, they are its title.
  const plain = oneLine(line.replace(/^[\s#>*-]+/u, '').replace(/[`*]/gu, '')) || oneLine(text);
  const letters = [...plain];
  if (letters.length <= longest) return plain;
  const cut = letters.slice(0, longest).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** True for a message with text or attachments; an empty one is not sent. */
export function saysAnything(text: string, attachments: readonly Attachment[] = []): boolean {
  return text.trim() !== '' || attachments.length > 0;
}

/** Returns whether a question has pictures, and says anything without them. */
export function canDoWithoutPictures({ text, attachments = [] }: Question): boolean {
  const others = attachments.filter((one) => !isImage(one));
  return others.length < attachments.length && saysAnything(text, others);
}

/** Returns a title for the first message, which may be an attachment alone; empty without one. */
export function firstTitle(question: Question | undefined): string {
  const [first] = question?.attachments ?? [];
  return titleFrom(question?.text ?? '') || (first ? titleFrom(attachmentLabel(first)) : '');
}
