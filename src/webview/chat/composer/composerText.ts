import type { ChatFrame } from '../../../protocol/chat.ts';

/** The fields of a key event that decide what Enter does. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** An input method owns the keys until its text is chosen; some report 229 for the key that chooses it. */
export function isInputMethod(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === 229;
}

/** True if this key press sends the message. */
export function isSendKey(press: KeyPress, sendWith: ChatFrame['sendWith']): boolean {
  if (press.key !== 'Enter' || isInputMethod(press) || press.shiftKey || press.altKey) return false;
  const hasModifier = press.ctrlKey || press.metaKey;
  return sendWith === 'modEnter' ? hasModifier : true;
}

/** The sign and the word behind it that ask for an attachment. */
export interface TypedSign {
  /** Where the sign stands in the text. */
  start: number;
  query: string;
}

const mostTyped = 100;

/**
 * Returns the `#` or `@`, at the start or after white space, whose word ends at the caret. Nothing else is taken for one: not an
 * e-mail address, nor "#1", which names an issue.
 */
export function signAt(text: string, caret: number): TypedSign | undefined {
  if (/^\S/u.test(text.slice(caret, caret + 1))) return undefined;
  // The longest word, its sign, and what stands before that.
  const before = text.slice(Math.max(0, caret - mostTyped - 2), caret);
  const query = /(?<!\S)[#@](\S{0,100})$/u.exec(before)?.[1];
  if (query === undefined || /^\d+$/u.test(query)) return undefined;
  return { start: caret - query.length - 1, query };
}

/** Returns what stays in the composer once the host has kept `accepted`: the text typed since. */
export function forgetAccepted(draft: string, accepted: string): string {
  if (draft.trim() === accepted.trim()) return '';
  return draft.startsWith(accepted) ? draft.slice(accepted.length).trimStart() : draft;
}

/** Returns the draft with a text that comes into the composer by itself: it stands before what was typed since. */
export function putBefore(draft: string, text: string): string {
  return [text, draft].filter((part) => part.trim() !== '').join('\n\n');
}

/** The same for a text that may come twice. */
export function fillWith(draft: string, text: string): string {
  return draft.startsWith(text) ? draft : putBefore(draft, text);
}
