const fenceLine = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/su;

/** Closes a code block left open, as in a cut answer: it would swallow what follows. */
export function withFencesClosed(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = fenceLine.exec(line) ?? [];
    if (open === undefined) {
      // Backticks followed by others on the same line are inline code, not a fence.
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') open = undefined;
  }
  if (open === undefined) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${open}`;
}
