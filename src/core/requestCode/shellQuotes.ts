/** Within single quotes, bash takes every character literally except the quote itself. */
export function bashText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns a text in double quotes as bash, PowerShell and cmd all take it; `undefined` if they would not. They agree on no escape, and
 * read `$`, backticks, `%`, `!`, `^` and typographic quotes each in their own way; Windows takes `\\"` for a quote.
 */
export function anyShellText(text: string): string | undefined {
  return /^(?![-@])(?:[\p{L}\p{N} ._:/@+=,~()[\]#-]|\\(?=[\p{L}\p{N}._]))+$/u.test(text)
    ? `"${text}"`
    : undefined;
}

/** Within single quotes, PowerShell takes all literally but these quotes, typographic ones too; doubled, each stands for itself. */
export function powershellText(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/gu, '$&$&')}'`;
}
