import { putBefore } from '../../../base/putBefore.ts';
import type { ChatFrame } from '../../../protocol/chat.ts';

/** The fields of a key event that decide what Enter does. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** True if the key belongs to an input method, as all do until its text is chosen; some report 229 for the key that chooses it. */
export function isInputMethod(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === 229;
}

/** True if this key press sends the message. */
export function isSendKey(press: KeyPress, sendWith: ChatFrame['sendWith']): boolean {
  if (press.key !== 'Enter' || isInputMethod(press) || press.shiftKey || press.altKey) return false;
  const hasModifier = press.ctrlKey || press.metaKey;
  return sendWith === 'modEnter' ? hasModifier : true;
}

/** A typed `#` or `@` that asks for an attachment, and the word after it. */
export interface TypedSign {
  /** Index of the sign in the text. */
  start: number;
  query: string;
}

const maxTyped = 100;

/**
 * Returns the `#` or `@`, at the start or after white space, whose word ends at the caret. Returns `undefined` for anything else,
 * such as an e-mail address, or "#1", which names an issue.
 */
export function signAt(text: string, caret: number): TypedSign | undefined {
  if (/^\S/u.test(text.slice(caret, caret + 1))) return undefined;
  // Covers the longest word, its sign, and the character before the sign.
  const before = text.slice(Math.max(0, caret - maxTyped - 2), caret);
  const query = /(?<!\S)[#@](\S{0,100})$/u.exec(before)?.[1];
  if (query === undefined || /^\d+$/u.test(query)) return undefined;
  return { start: caret - query.length - 1, query };
}

/** Returns what stays in the composer once the host has accepted a message: the text typed since. */
export function forgetAccepted(draft: string, accepted: string): string {
  if (draft.trim() === accepted.trim()) return '';
  return draft.startsWith(accepted) ? draft.slice(accepted.length).trimStart() : draft;
}

/** Like `putBefore`, but adds a text only once if it comes twice. */
export function fillWith(draft: string, text: string): string {
  return draft.startsWith(text) ? draft : putBefore(draft, text);
}
