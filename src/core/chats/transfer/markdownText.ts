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
