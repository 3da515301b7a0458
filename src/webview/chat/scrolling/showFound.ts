import { debounce } from '../../../base/debounce.ts';
import { turnIn } from './places.ts';
import type { FollowEnd } from './useFollowEnd.ts';

/** How long the words stay marked, in milliseconds. */
const markedMs = 4000;

/** Max number of marks: more would only take longer, since the page scrolls to the first one. */
const maxMarked = 200;

/** The texts that the search over chats reads, so no names, buttons or reasoning. */
const texts = '.own-text, :not(.reasoning) > .markdown';

const unmarkSoon = debounce(() => CSS.highlights.delete('found'), { restMs: markedMs });

/** Scrolls to a turn, or to the first of `words` in it if that would be out of view, and marks the words briefly. */
export function showFound(
  { reveal }: Pick<FollowEnd, 'reveal'>,
  log: Element | null | undefined,
  id: string,
  words: readonly string[],
): void {
  const turn = log && turnIn(log, id);
  if (!turn) return;
  reveal(id);
  const ranges = rangesOf(turn, words);
  CSS.highlights.set('found', new Highlight(...ranges));
  unmarkSoon();
  const place = ranges[0]?.getBoundingClientRect();
  if (!place) return;
  const { bottom, height } = log.getBoundingClientRect();
  if (place.bottom > bottom) reveal(id, place.top - turn.getBoundingClientRect().top - height / 3);
}

/**
 * Returns where the words are at the start of a word or, if they are nowhere, within words: "llama" is not in "ollama", but "字" is
 * in "漢字". A word that the page shows in two styles, or spells differently than the search, is not found.
 */
function rangesOf(turn: Element, words: readonly string[]): Range[] {
  if (words.length === 0) return [];
  const anyOf = words.map((word) => word.replace(/[$()*+./?[\\\]^{|}]/gu, '\\$&')).join('|');
  const starts = rangesIn(turn, new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf})`, 'giu'));
  return starts.length > 0 ? starts : rangesIn(turn, new RegExp(anyOf, 'giu'));
}

function rangesIn(turn: Element, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  for (const text of turn.querySelectorAll(texts)) {
    const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() && ranges.length < maxMarked) {
      const node = nodes.currentNode;
      for (const { index, 0: found } of (node.textContent ?? '').matchAll(pattern)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
