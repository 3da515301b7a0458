import { useLayoutEffect, useRef } from 'preact/hooks';

type RatingKey = 'left' | 'right' | 'tie' | 'skip' | 'back' | 'leave';

const keys: Readonly<Record<string, RatingKey>> = {
  '1': 'left',
  '2': 'right',
  '0': 'tie',
  s: 'skip',
  S: 'skip',
  Backspace: 'back',
  Escape: 'leave',
};

/** Calls `press` for the keys of a rating, wherever the focus is. */
export function useRatingKeys(press: (key: RatingKey) => void): void {
  const latest = useRef(press);
  latest.current = press;
  // Before it is painted: whoever sees the page may press a key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = keys[event.key];
      const isCombined = event.ctrlKey || event.metaKey || event.altKey;
      // A key that is held down would rate prompts that nobody has read.
      if (key === undefined || isCombined || event.repeat) return;
      event.preventDefault();
      // VS Code has other uses for Escape.
      event.stopPropagation();
      latest.current(key);
    };
    document.body.addEventListener('keydown', listen);
    return () => document.body.removeEventListener('keydown', listen);
  }, []);
}
