/** Longer code stays plain: colouring it would block the page. */
const LONGEST_COLOURED = 40_000;

// Grammars look ahead from each word to the next character outside this set, and some to the end of the line: without one,
// their time is quadratic. Code has both every few words; data, prose and minified code may stay plain.
const LONGEST_RUN = 500;
const RUN_END = /[^\w\s$*&:<>~]/;
const LONGEST_LINE = 2000;

/** Returns the language of a fence's first line, as shown: `python` for "python title=x" or "python{1,3}". */
export function readLanguage(info: string | undefined): string {
  return /^[\w.+#-]{1,40}/.exec(info?.trim() ?? '')?.[0] ?? '';
}

/** True if colouring is worth it: never while the code may still grow, since the colours would jump. */
export function canColour(code: string, language: string, isFinal: boolean): boolean {
  if (!isFinal || language === '' || code.length > LONGEST_COLOURED) return false;
  return isWithin(code, RUN_END, LONGEST_RUN) && isWithin(code, '\n', LONGEST_LINE);
}

function isWithin(code: string, end: RegExp | string, longest: number): boolean {
  return code.split(end).every((part) => part.length <= longest);
}
