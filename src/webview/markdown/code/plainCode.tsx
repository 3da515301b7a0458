import type { ComponentChild } from 'preact';
import { memo } from '../../shared/memo.tsx';

/** Lines per element of a long block. */
const linesAPiece = 100;

/**
 * Renders code without colours. Long code becomes pieces of whole lines: as separate elements they are laid out on their
 * own, so adding to the last one costs the same however much is above.
 */
export function renderPlain(code: string): ComponentChild {
  const pieces = split(code);
  return pieces.length === 1 ? code : pieces.map((text, index) => <CodePiece key={index} text={text} />);
}

const CodePiece = memo<{ text: string }>(({ text }) => (
  <span class="code-piece">{text === '' ? '\n' : text}</span>
));

/** Without the line breaks between the pieces. */
function split(code: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines < linesAPiece) continue;
    pieces.push(code.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  return [...pieces, code.slice(start)];
}
