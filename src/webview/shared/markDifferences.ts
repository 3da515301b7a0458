import { useEffect, useRef, useState } from 'preact/hooks';
import { debounce } from '../../base/debounce.ts';
import { t } from './l10n.ts';

/** Max length of answers that are compared, in UTF-16 units: longer ones would take too long. */
export const maxMarked = 20 * 1024;

/** How long a changing answer must pause before it is compared again, in milliseconds. */
const restMs = 150;

/**
 * While `isOn`, marks the words in which the elements within `cells()` that `answers` selects differ. The DOM is not changed. Returns why
 * there are no marks, if answers differ in most.
 */
export function useDifferences(
  cells: () => Element | null | undefined,
  answers: string,
  isOn: boolean,
): string | undefined {
  const [isUnlike, setUnlike] = useState(false);
  const find = useRef(cells);
  find.current = cells;
  useEffect(() => {
    const found = isOn && find.current();
    return found ? markDifferences(found, answers, setUnlike) : undefined;
  }, [answers, isOn]);
  return isUnlike ? t('Answers that have little in common are not marked.') : undefined;
}

/** Returns a function that removes the marks. */
function markDifferences(cells: Element, answers: string, onUnlike: (isUnlike: boolean) => void): () => void {
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
    if (isGone) return;
    const found = differentRanges(cells.querySelectorAll(answers));
    take(found.filter((one) => one !== 'unlike'));
    onUnlike(found.includes('unlike'));
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
    onUnlike(false);
  };
}
