import { type Change, diffWordsWithSpace } from 'diff';

/** Max time for one comparison, in milliseconds: two texts that have next to nothing in common would take seconds. */
const maxMs = 300;

/** A text as the page shows it, and the positions of its nodes in it. */
interface ShownText {
  text: string;
  nodes: { node: Node; start: number; end: number }[];
}

/** Where answers differ in more than this share of their letters, marks would say nothing. */
const maxShare = 0.75;

/** Returns the ranges in which the first of these answers and each other one differ, or `unlike` for a pair that differs in most. */
export function differentRanges(answers: Iterable<Element>): (Range | 'unlike')[] {
  const [first, ...others] = [...answers].map(readText);
  if (!first) return [];
  return others.flatMap((other): (Range | 'unlike')[] => {
    const changes = diffWordsWithSpace(first.text, other.text, { timeout: maxMs });
    // Without any, the comparison took too long.
    if (!changes || changedShare(changes) > maxShare) return ['unlike'];
    const ranges: Range[] = [];
    const at = { first: 0, other: 0 };
    for (const { value, added, removed } of changes) {
      if (removed) ranges.push(...rangesIn(first, at.first, at.first + value.length));
      if (added) ranges.push(...rangesIn(other, at.other, at.other + value.length));
      if (!added) at.first += value.length;
      if (!removed) at.other += value.length;
    }
    return ranges;
  });
}

/** Returns the share of the letters of both texts that only one of them has, from 0 to 1. */
function changedShare(changes: readonly Change[]): number {
  let [changed, all] = [0, 0];
  for (const { value, added, removed } of changes) {
    const { length } = value.replace(/\s+/gu, '');
    if (added || removed) changed += length;
    all += added || removed ? length : 2 * length;
  }
  return all === 0 ? 0 : changed / all;
}

const blocks = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, div';

function readText(answer: Element): ShownText {
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches('button, figcaption')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const shown: ShownText = { text: '', nodes: [] };
  let block: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const around = node.parentElement?.closest(blocks);
    // Otherwise the last word of a paragraph and the first word of the next would be one word.
    if (around !== block && shown.text !== '') shown.text += '\n';
    block = around;
    const start = shown.text.length;
    shown.text += node.textContent ?? '';
    shown.nodes.push({ node, start, end: shown.text.length });
  }
  return shown;
}

function rangesIn({ nodes }: ShownText, from: number, to: number): Range[] {
  return nodes
    .filter(({ start, end }) => start < to && end > from)
    .map(({ node, start, end }) => {
      const range = new Range();
      range.setStart(node, Math.max(from, start) - start);
      range.setEnd(node, Math.min(to, end) - start);
      return range;
    });
}
