import { invisibles } from '../base/invisible.ts';

/** A text as most are: nothing in it would be changed. */
const clean = /^[!-~]+( [!-~]+)*$/;

/** Makes a string from the service fit for a dialog or row: one line, nothing invisible, at most `max` characters. */
export function cleanText(text: string, max = 200): string {
  if (text.length <= max && clean.test(text)) return text;
  // Few texts have so much that is left out.
  const start = text.slice(0, 20 * max);
  const plain = start.replace(/\s+/gu, ' ').replace(invisibles, '').trim();
  const letters = [...plain];
  if (letters.length <= max && start === text) return plain;
  return `${letters.slice(0, max - 1).join('')}…`;
}

/** Returns as much of a revision as tells two commits apart. */
export function shortRevision(revision: string): string {
  return cleanText(revision).slice(0, 7);
}

/**
 * Escapes text from the service, so that Markdown shows it literally. VS Code's own `appendText` is not enough: bare addresses
 * still become links, and entities still become characters. Not by entities: a dialog of VS Code that shows Markdown as plain text
 * (`renderAsPlaintext`) leaves most of those as they are.
 */
export function plainMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/gu, '\\$&');
}

/** Returns the text as code within a line of Markdown, so that `__init__.py` is a name and no emphasis. */
export function codeSpan(text: string): string {
  const marks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${marks}${space}${text}${space}${marks}`;
}

/** Returns the text as a block of code in Markdown, which nothing in it can end. `info`: its language. */
export function codeBlock(text: string, info = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${fence}${info}\n${text}${end}${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
}
