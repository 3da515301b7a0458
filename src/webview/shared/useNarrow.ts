import { useEffect, useReducer } from 'preact/hooks';

/** True while the page is narrower than this, in CSS pixels. */
export function useNarrow(width: number): boolean {
  const query = `(width < ${width}px)`;
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => redraw();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matchMedia(query).matches;
}
