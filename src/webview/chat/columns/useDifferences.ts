import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { debounce } from '../../shared/debounce.ts';

/** How long a changing answer must pause before it is compared again, in milliseconds. */
const restMs = 150;

/** While `isOn`, marks the words in which the answers above `bar` differ. The DOM is not changed. */
export function useDifferences(bar: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const cells = bar.current?.parentElement?.querySelector('.cells');
    return isOn && cells ? markDifferences(cells) : undefined;
  }, [bar, isOn]);
}

/** Marks the differences. Returns a function that removes the marks. */
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
  // Syntax colors and folded code change the DOM too, and a range in removed nodes marks nothing.
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
