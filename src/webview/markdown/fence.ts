/** Longer code stays plain: colouring it would hold up the page. */
const LONGEST_COLOURED = 60_000;

/** The language that a fence's first line names, as it is shown: `python` of "python title=x" or "python{1,3}". */
export function readLanguage(info: string | undefined): string {
  return /^[\w.+#-]{1,40}/.exec(info?.trim() ?? '')?.[0] ?? '';
}

/** Whether colouring is worth it: never while the code may still grow, since the colours would jump. */
export function canColour(code: string, language: string, isFinal: boolean): boolean {
  return isFinal && language !== '' && code.length <= LONGEST_COLOURED;
}
