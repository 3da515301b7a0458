import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../shared/memo.tsx';

/** Lines per element of a long block. */
const linesAPiece = 100;

/**
 * Renders code without colors. Long code becomes pieces of whole lines: as separate elements they are laid out on their
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

interface FoldedRestProps {
  text: string;
  isShown: boolean;
  onFound: () => void;
}

/**
 * The folded rest of a long block. It isn't drawn, but a page search, e.g. VS Code's find widget, finds words in it and
 * unfolds it.
 */
export const FoldedRest = memo<FoldedRestProps>(({ text, isShown, onFound }) => {
  const holder = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = holder.current;
    element?.addEventListener('beforematch', onFound);
    return () => element?.removeEventListener('beforematch', onFound);
  }, [onFound]);
  return (
    <code class="folded-rest" ref={holder} hidden={isShown ? undefined : 'until-found'}>
      {renderPlain(text)}
    </code>
  );
});
