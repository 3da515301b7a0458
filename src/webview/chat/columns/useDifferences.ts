import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { debounce } from '../../shared/debounce.ts';

/** An answer that still changes is compared again when it pauses for so long, in ms. */
const restMs = 150;

/** While `isOn`, marks the words in which the answers above `bar` differ. The DOM stays as it is. */
export function useDifferences(bar: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const cells = bar.current?.parentElement?.querySelector('.cells');
    return isOn && cells ? markDifferences(cells) : undefined;
  }, [bar, isOn]);
}

/** Returns what takes the marks away. */
function markDifferences(cells: Element): () => void {
  const marks = CSS.highlights.get('different') ?? new Highlight();
  CSS.highlights.set('different', marks);
  let ranges: readonly Range[] = [];
  let isGone = false;
  const take = (next: readonly Range[]) => {
    for (const range of ranges) marks.delete(range);
    for (const range of next) marks.add(range);
    ranges = next;
  };
  const mark = async () => {
    const { differentRanges } = await import('./differences.ts');
    if (!isGone) take(differentRanges(cells));
  };
  // Colours and folded code change it too, and a range in what is gone marks nothing.
  const markSoon = debounce(mark, restMs);
  const observer = new MutationObserver(() => markSoon());
  observer.observe(cells, { subtree: true, childList: true, characterData: true });
  void mark();
  return () => {
    isGone = true;
    markSoon.cancel();
    observer.disconnect();
    take([]);
  };
}
