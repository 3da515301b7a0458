/** Longer code stays plain: coloring it would block the page. */
const longestColored = 40_000;

// Grammars look ahead from each word to the next character outside this set, and some to the end of the line: without one,
// their time is quadratic. Code has both every few words; data, prose and minified code may stay plain.
const longestRun = 500;
const runEnd = /[^\w\s$*&:<>~]/;
const longestLine = 2000;

/** Returns the language of a fence's first line, as shown: `python` for "python title=x" or "python{1,3}". */
export function readLanguage(info: string | undefined): string {
  return /^[\w.+#-]{1,40}/.exec(info?.trim() ?? '')?.[0] ?? '';
}

/** True if coloring is worth it: never while the code may still grow, since the colors would jump. */
export function canColor(code: string, language: string, isFinal: boolean): boolean {
  if (!isFinal || language === '' || code.length > longestColored) return false;
  return isWithin(code, runEnd, longestRun) && isWithin(code, '\n', longestLine);
}

function isWithin(code: string, end: RegExp | string, longest: number): boolean {
  return code.split(end).every((piece) => piece.length <= longest);
}
