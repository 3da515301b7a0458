import assert from 'node:assert/strict';
import type { Token } from 'marked';
import { MarkdownBlocks } from '../../../../../src/webview/markdown/parse/markdownBlocks.ts';
import { documents } from '../markdownCorpus.ts';

interface Loose {
  type: string;
  raw: string;
  text?: string;
  href?: string;
  tokens?: Loose[];
  items?: Loose[];
  header?: Loose[];
  rows?: Loose[][];
}

/** What a person sees of the tokens; `style` marks everything but plain text. */
function seen(tokens: readonly Loose[], style: (type: string, text: string) => string): string {
  return tokens.map((token) => seenOf(token, style)).join('');
}

function seenOf(token: Loose, style: (type: string, text: string) => string): string {
  const { type, raw, text = raw, items, header, rows = [], tokens, href = '' } = token;
  if (['space', 'def', 'checkbox', 'hr'].includes(type)) return '';
  if (type === 'image') return `${text} ${href}`;
  if (items) return items.map((item) => style('item', seen(item.tokens ?? [], style))).join('');
  if (header) {
    return [header, ...rows]
      .flat()
      .map((cell) => style('cell', seen(cell.tokens ?? [], style)))
      .join('');
  }
  const inside = tokens ? seen(tokens, style) : text;
  return ['text', 'escape', 'paragraph', 'html'].includes(type) ? inside : style(type, inside);
}

const plain = (tokens: readonly Loose[]) => seen(tokens, (_type, text) => text);
const marked = (tokens: readonly Loose[]) => seen(tokens, (type, text) => `<${type}>${text}</${type}>`);
const shownBy = (blocks: MarkdownBlocks, text: string): Loose[] =>
  blocks.update(text, true).map(({ token }) => token as Token as Loose);

/** Each different state of a text that comes character by character. */
function sights(text: string): string[] {
  const blocks = new MarkdownBlocks();
  const all = Array.from({ length: text.length }, (_, at) => marked(shownBy(blocks, text.slice(0, at + 1))));
  return all.filter((sight, at) => sight !== '' && sight !== all[at - 1]);
}

describe('A text that has only partly arrived', () => {
  it('never takes back a word, but only the marks around it', () => {
    // The letters and digits, which are not part of a mark.
    const words = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    for (const text of documents.filter((one) => one.length < 1500 && !hasLateMeaning(one))) {
      const blocks = new MarkdownBlocks();
      let before = '';
      for (let length = 1; length <= text.length; length += 1) {
        const now = words(plain(shownBy(blocks, text.slice(0, length))));
        assert.ok(now.startsWith(before), `${JSON.stringify(before)}\n${JSON.stringify(now)}\n${text}`);
        before = now;
      }
    }
  }).timeout(30_000);

  it('is styled once, and never becomes plain again', () => {
    assert.deepEqual(sights('a **bo** c'), [
      ...['a', 'a ', 'a b', 'a bo', 'a <strong>bo</strong>', 'a <strong>bo</strong> '],
      ...['a <strong>bo</strong> c'],
    ]);
    for (const text of [
      '`code` x',
      '*cursive* x',
      '~~gone~~ x',
      '[link](https://a.example "T") x',
      '**b `c` *d* e** x',
    ]) {
      const all = sights(text);
      const first = all.findIndex((sight) => /^<\w+>/.test(sight));
      assert.ok(first >= 0, text);
      for (const sight of all.slice(0, first)) assert.doesNotMatch(sight, /^[*_`~]|\]\(/, text);
      for (const sight of all.slice(first)) assert.match(sight, /^<\w+>/, text);
    }
  });

  const never: readonly [string, string, RegExp][] = [
    ['a list below a line as a heading', 'Words\n- one\n- two', /<heading>/],
    ['a table’s head as text', '| a | b |\n|---|:-:|\n| 1 | 2 |', /\||-/],
    ['a fence as text', 'Words\n\n```python\nx = 1\n```\n\nend', /`/],
    ['a fence in a list as text', '- a\n\n  ```js\n  x\n  ```\n- b', /`/],
    ['a task as text', '- [ ] open\n- [x] done', /\[/],
    ['a rule as text', 'a\n\n---\n\nb', /-/],
    ['a definition as text', 'See [a].\n\n[a]: https://a.example/address\n\nend', /address/],
    ['half a link as a link', 'See [the page](https://acme.example/long/path) there', /acme/],
    ['half an address as a link', 'At https://acme.example/long', /<link>/],
    ['half a formula as emphasis', '$$\na_1 * b_2 * c\n$$\n', /<em>/],
    [
      'the marks of emphasis between words without blanks',
      '这是**重要（注意）**的，*一个*和**粗*斜*体**的。',
      /\*/,
    ],
    ['a range as struck out', 'It is 5~10 and 20~30, 周一~周五，周六~周日', /<del>/],
    ['prices as a formula', 'It is $5 and $6, or $7/day.', /<math>/],
  ];
  for (const [what, text, sight] of never) {
    it(`never shows ${what}`, () => {
      assert.deepEqual(
        sights(text).filter((one) => sight.test(one)),
        [],
      );
    });
  }

  it('shows marks that never close as they were written once the line ends', () => {
    assert.equal(sights('2 **kwargs and `x\nnext').at(-1), '2 **kwargs and `x\nnext');
  });
});

/** A formula's source, and the name of a reference that is defined later, are shown as text until they are recognized. */
function hasLateMeaning(text: string): boolean {
  return /\$|\\[([]|\]\[/.test(text);
}
