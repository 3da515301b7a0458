const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/u;

/** The text with a code block ended that it left open, as a cut answer does: it would swallow what follows. */
export function withFencesClosed(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = fenceLine.exec(line) ?? [];
    if (open === undefined) {
      // Between single backticks such marks are no fence.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') open = undefined;
  }
  if (open === undefined) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${open}`;
}

/** As code within a line, whatever backticks are in it. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/gu) ?? [];
  const marks = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = marks.length > 1 ? ' ' : '';
  return `${marks}${space}${text}${space}${marks}`;
}
