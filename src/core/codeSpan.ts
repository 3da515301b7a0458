/** Returns the text as code within a line of Markdown, so that `__init__.py` is a name and no emphasis. */
export function codeSpan(text: string): string {
  const marks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${marks}${space}${text}${space}${marks}`;
}

/** Returns the most backticks in a row. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
}
