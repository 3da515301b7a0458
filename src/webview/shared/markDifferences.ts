import { debounce } from '../../base/debounce.ts';

/** Max length of answers that are compared, in UTF-16 units: longer ones would take too long. */
export const maxMarked = 20 * 1024;

/** How long a changing answer must pause before it is compared again, in milliseconds. */
const restMs = 150;

/**
 * Marks the words in which the elements within `cells` that `answers` selects differ. The DOM is not changed. Returns a function that
 * removes the marks.
 */
export function markDifferences(cells: Element, answers: string): () => void {
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
    if (!isGone) take(differentRanges(cells.querySelectorAll(answers)));
  };
  // Syntax colors and folded code change the DOM too, and a range in removed nodes marks nothing.
  const markSoon = debounce(mark, { restMs });
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
