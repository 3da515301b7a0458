import { randomUUID } from 'node:crypto';
import { type Attachment, attachmentLabel } from './attachment.ts';
import { titleFrom } from './chatTitle.ts';
import type { UserTurn } from './conversation.ts';

/** What the person says now, after `parent`; `undefined`: nothing. */
export function newUserTurn(
  parent: string | undefined,
  text: string,
  attachments: Attachment[],
): UserTurn | undefined {
  if (text.trim() === '' && attachments.length === 0) return undefined;
  const given = attachments.length === 0 ? {} : { attachments };
  return { role: 'user', id: randomUUID(), parent, text, ...given, at: Date.now() };
}

/** A title from a first message, which may be nothing but a file; empty without one. */
export function titleOf(turn: UserTurn | undefined): string {
  const [first] = turn?.attachments ?? [];
  return titleFrom(turn?.text ?? '') || (first ? titleFrom(attachmentLabel(first)) : '');
}
