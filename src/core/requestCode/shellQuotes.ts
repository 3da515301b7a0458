/** Within single quotes, bash takes every character literally except the quote itself. */
export function bashText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Within single quotes, PowerShell takes all literally but these quotes, typographic ones too; doubled, each stands for itself. */
export function powershellText(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/gu, '$&$&')}'`;
}
