import { randomUUID } from 'node:crypto';
import { type Attachment, attachmentLabel, isImage } from '../../attachments/attachment.ts';
import { titleFrom } from './chatTitle.ts';
import type { UserTurn } from './conversation.ts';

/** Returns the user's new turn after `parent`, or `undefined` if it would be empty. */
export function newUserTurn(
  parent: string | undefined,
  text: string,
  attachments: Attachment[],
  id: string = randomUUID(),
): UserTurn | undefined {
  if (!saysAnything(text, attachments)) return undefined;
  const given = attachments.length > 0 && { attachments };
  return { role: 'user', id, parent, text, ...given, at: Date.now() };
}

/** A message may consist of attachments alone. */
export function saysAnything(text: string, attachments: readonly Attachment[] = []): boolean {
  return text.trim() !== '' || attachments.length > 0;
}

/** Returns the same message as a new turn without its pictures; `undefined` if it has none, or nothing else. */
export function withoutPictures({ attachments = [], ...rest }: UserTurn): UserTurn | undefined {
  const others = attachments.filter((one) => !isImage(one));
  if (others.length === attachments.length) return undefined;
  return newUserTurn(rest.parent, rest.text, others);
}

/** Returns a title for the first message, which may be an attachment alone; empty without a turn. */
export function titleOf(turn: UserTurn | undefined): string {
  const [first] = turn?.attachments ?? [];
  return titleFrom(turn?.text ?? '') || (first ? titleFrom(attachmentLabel(first)) : '');
}
