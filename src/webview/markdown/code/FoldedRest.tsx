import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../shared/memo.tsx';
import { renderPlain } from './plainCode.tsx';

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
