import { useEffect } from 'preact/hooks';
import type { Post } from '../../shared/post.ts';
import { isInputMethod } from '../composer/composerText.ts';

/** Escape stops the answer wherever the focus is on the page, unless an element there handles the key itself. */
export function useEscape(isStreaming: boolean, post: Post): void {
  useEffect(() => {
    if (!isStreaming) return;
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInputMethod(event)) post({ type: 'stop' });
    };
    window.addEventListener('keydown', stop);
    return () => window.removeEventListener('keydown', stop);
  }, [isStreaming, post]);
}
