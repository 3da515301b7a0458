import { randomUUID } from 'node:crypto';
import { type Attachment, attachmentLabel, isImage } from '../../attachments/attachment.ts';
import { titleFrom } from './chatTitle.ts';
import type { UserTurn } from './conversation.ts';

/** What the person says now, after `parent`; `undefined`: nothing. */
export function newUserTurn(
  parent: string | undefined,
  text: string,
  attachments: Attachment[],
): UserTurn | undefined {
  if (!saysAnything(text, attachments)) return undefined;
  const given = attachments.length === 0 ? {} : { attachments };
  return { role: 'user', id: randomUUID(), parent, text, ...given, at: Date.now() };
}

/** A message may be nothing but a file. */
export function saysAnything(text: string, attachments: readonly Attachment[] = []): boolean {
  return text.trim() !== '' || attachments.length > 0;
}

/** The same message as a new turn without its pictures; `undefined` where it has none, or is nothing else. */
export function withoutPictures({ attachments = [], ...rest }: UserTurn): UserTurn | undefined {
  const others = attachments.filter((one) => !isImage(one));
  if (others.length === attachments.length) return undefined;
  return newUserTurn(rest.parent, rest.text, others);
}

/** A title from a first message, which may be nothing but a file; empty without one. */
export function titleOf(turn: UserTurn | undefined): string {
  const [first] = turn?.attachments ?? [];
  return titleFrom(turn?.text ?? '') || (first ? titleFrom(attachmentLabel(first)) : '');
}
