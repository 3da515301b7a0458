import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps a second Enter from sending a text that the host is still storing: the returned function returns true if the text may be
 * sent. Once any of `news` has changed, e.g. by the host's reply, the same text may be sent again.
 */
export function useSentOnce(...news: readonly unknown[]): (text: string) => boolean {
  const waiting = useRef<string | undefined>(undefined);
  // Runs before the next paint; after it, this would undo what was sent since.
  useLayoutEffect(() => {
    waiting.current = undefined;
  }, news);
  return (text) => {
    const isNew = waiting.current !== text;
    waiting.current = text;
    return isNew;
  };
}
