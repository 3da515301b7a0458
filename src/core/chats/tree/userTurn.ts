import { randomUUID } from 'node:crypto';
import { type Attachment, attachmentLabel, isImage } from '../../attachments/attachment.ts';
import type { UserTurn } from './conversation.ts';
import { askOf } from './conversationTree.ts';

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

/** Returns a question as a new turn without its pictures, if it has any and anything else. `isTied`: the new turn shares its `ask`. */
export function withoutPictures(question: UserTurn, isTied = false): UserTurn | undefined {
  const { attachments = [], ask: _ask, ...rest } = question;
  const others = attachments.filter((one) => !isImage(one));
  if (others.length === attachments.length || !saysAnything(rest.text, others)) return undefined;
  const given = others.length > 0 && { attachments: others };
  const tie = isTied && { ask: askOf(question) };
  return { ...rest, ...given, ...tie, id: randomUUID(), at: Date.now() };
}

/** Returns a title for the first message, which may be an attachment alone; empty without a turn. */
export function firstTitle(turn: UserTurn | undefined): string {
  const [first] = turn?.attachments ?? [];
  return titleFrom(turn?.text ?? '') || (first ? titleFrom(attachmentLabel(first)) : '');
}
