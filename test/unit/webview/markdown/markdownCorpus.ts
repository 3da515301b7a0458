/** Markdown as models write it, and as they shouldn't: each piece is a document, and others are composed of them. */
const basicPieces: readonly string[] = [
  'Plain words, one sentence. And one more.',
  'Two lines\nof one paragraph',
  'A hard break  \nand a\\\nsecond one',
  'With *emphasis*, **strong words**, ***both***, ~~gone~~ and `code`.',
  '**Bold at the start** and *cursive* at the *end*',
  'Nested **strong with *cursive* and `code`** text',
  'Snake_case_names, 2*3*4, a * b, 5 ** 2, __init__ and *args, **kwargs stay',
  'Unclosed **bold, *cursive, `code, [link, ~~gone and $math',
  'Code with ``a ` tick`` and ` spaces ` and `` ` ``',
  'Escapes: \\*no\\* \\`no\\` \\[no\\] \\# \\$5 \\\\',
  'Entities: &amp; &lt;b&gt; &copy; &#35; &#x1F600; &unknown; &am AT&T',
  'A [link](https://acme.example/a?b=c&d=e "Title"), and [one *more*](<https://acme.example/x y>)',
  'A [half link](https://acme.example/unfinished and text',
  'Words [in brackets] and (parentheses), [x](not a link) and [y] (neither)',
  'A picture ![of a *chart*](https://acme.example/c.png) inside',
  '[![picture link](https://acme.example/p.png)](https://acme.example)',
  'Addresses: https://acme.example/a_b_c?d=1 and <https://acme.example> and www.acme.example, me@acme.example.',
  '# Heading one',
  '## Heading *two* with `code` ##',
  '#hashtag is no heading',
  '###### Six\n####### seven are none',
  'Setext\n======',
  'Two lines of\nsetext\n---',
  '---',
  '***',
  '- - -',
  '_ _ _ x',
  '- one\n- two\n- three',
  '* a\n* b\n  * c\n    * d\n  * e\n* f',
  '- loose\n\n- items\n\n- here',
  '- item\n\n  second paragraph\n\n  > quote inside\n\n- next',
  '1. one\n2. two\n   - nested\n   - more\n3. three',
  '7. starts at seven\n8. eight',
  '1) other\n2) marks',
  '- [ ] open\n- [x] done\n- [X] done too\n- [y] none',
  '1. [ ] ordered task\n\n2. [x] loose',
  '- a\n\n      code in an item\n- b',
  '- item\n```js\nnot nested()\n```',
  '1. Step:\n\n   ```bash\n   npm install\n   # a comment\n   ```\n\n2. Next step:\n   ```py\n   print("x")\n   ```\n',
  '- \n- empty before\n-\n- and after',
  '-not a list\n+neither\n1.nor this',
  '> quote',
  '> quote\nlazy line\n> more',
  '> # heading\n>\n> - list\n> - list\n>\n> ```\n> code\n> ```',
  '> > nested\n> back',
  '> | a | b |\n> |---|---|\n> | 1 | 2 |',
  '```\nplain code\n```',
  '```ts\nconst a: number = 1;\n\nfunction f() {\n  return `a`;\n}\n```',
  '~~~python title="x"\ndef f():\n    """doc"""\n~~~',
  '````md\n```js\ninner\n```\n````',
  '```\nnever closed\n\n# still code\n',
  '  ```\n  indented\n  ```',
  '```\n```',
  '```js\n| not | a table |\n- not a list\n$$ not math $$\n```',
  '```diff\n- gone\n+ new\n```\nright behind',
  '    indented code\n\n    more of it',
  '``inline``` not closed',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| **x** | `y` |',
  '| only | head |\n|---|---|',
  '| left | right |\n|:--|--:|\n| a \\| b | c |\n| short |\n| one | two | three |',
  'a | b\n--|--\n1 | 2',
  '| not a table |\nbecause of this',
  '| a | b |\n| not | delimiters |',
  'Words\n| a |\n|---|\n| 1 |\nafter',
  '|\n||\n|-|',
  'Price $5 and $6, or 5$ to 10$, US$ 3, $HOME and $PATH, $1,000.50',
  'Inline math $x^2 + y_1$ and \\(a \\cdot b\\), and $n$ alone',
  '$$\nE = mc^2\n$$',
  'Before\n$$\na\n+ b\n- c\n$$\nafter',
  '$$x = 1$$',
  'Inside $$x$$ a line',
  '\\[\n\\begin{aligned}\na &= b \\\\\n  &= c\n\\end{aligned}\n\\]',
  '\\[ \\frac{1}{2} \\]',
  '$$\nnever closed\n\nnew paragraph with $$',
  '- Sum:\n  $$\n  \\sum_{i=1}^n i\n  $$\n- next',
  '> $$\n> x\n> $$',
  'Not math: $ 5 $, $a and b$ c, $$, \\( open',
  '| $x$ | \\(y\\) |\n|---|---|\n| $5 | $6 |',
  '<div>\nraw *html*\n</div>',
  '<b>inline</b> html <br> and <i>more',
  '<!-- a comment\n\nover lines -->',
  '<details>\n<summary>More</summary>\n\n- inside\n\n</details>',
  '<think>\nthoughts\n</think>\nanswer',
  'a < b and c > d, x<y',
  '[ref] and [text][ref] and [other]\n\n[ref]: https://acme.example/ref "T"',
  '[early]: https://acme.example/early\n\nSee [early] and [late].\n\n[late]: <https://acme.example/late>',
  'Footnote[^1] and[^note].\n\n[^1]: The text.\n[^note]: https://acme.example',
  '[not a definition]:\n\nx',
  '你好，世界。**粗体**和`代码`。',
  'مرحبا **بالعالم** 1. 2.',
  '👩‍👩‍👧‍👦 family, 🇩🇪 flag, e\u0301 accent',
  'Tabs\there\n\n-\ttab item\n\n\ttab code',
  'Trailing spaces   \n   leading spaces',
  '1986\\. A great year',
  '1986. A great list',
  'Line one\n1. interrupts\n2. yes\n\nline\n14. does not',
  'Ends with a mark *',
  'Ends with `',
  'Ends with [',
  'Ends with |\n|',
  'Term\n: no definition list\n\nEmoji :smile: and :thumbsup:',
  '**Note:** text.\n**Second:** line.\n\n*Source: [a](https://a.example), [b](https://b.example)*',
  '***\nbetween\n***',
  '"Quotes" — dashes – and… dots',
];

/** Random numbers in [0, 1), the same in each run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const wraps: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text.replace(/^/gm, '> '),
  (text) => `- ${text.replace(/\n(?=.)/g, '\n  ')}`,
  (text) => `1. ${text.replace(/\n(?=.)/g, '\n   ')}`,
];
const joints = ['\n\n', '\n\n', '\n\n', '\n', '\r\n\r\n', '\n\n\n'];

function compose(random: () => number): string {
  const pick = <T>(all: readonly T[], none: T): T => all[Math.floor(random() * all.length)] ?? none;
  let text = '';
  for (let count = 2 + Math.floor(random() * 6); count > 0; count -= 1) {
    const piece = pick(basicPieces, '');
    text += pick(wraps, (same) => same)(piece) + pick(joints, '\n\n');
  }
  return random() < 0.5 ? text.trimEnd() : text;
}

const sentence = 'Some words of a *long* text, with `code` and **more** of it. ';

const longTexts: readonly string[] = [
  sentence.repeat(400),
  `An *open mark ${sentence.repeat(400)}`,
  'word'.repeat(6000),
  Array.from({ length: 300 }, (_, at) => `${at + 1}. ${sentence}`).join('\n'),
  Array.from({ length: 200 }, (_, at) => `1. Item ${at}\n\n   ${sentence}`).join('\n\n'),
  `- ${sentence}\n  - nested\n`.repeat(150),
  `\`\`\`ts\n${'const line = `of code`;\n'.repeat(800)}\`\`\`\n\nAfter.`,
  `| a | b |\n|---|---|\n${'| cell | *cell* |\n'.repeat(300)}\nAfter.`,
  `${'> '.repeat(300)}deep\n\n${'- '.repeat(300)}deep\n\nend`,
  `${'x'.repeat(10_000)} ${'字'.repeat(3000)}\n\nend`,
  `> ${sentence}\n>\n`.repeat(500),
  `> ${sentence}\n${sentence}\n`.repeat(250),
  `- Item\n\n${`  ${sentence}\n\n`.repeat(400)}- Item`,
  `1. Item\n\n   \`\`\`\n${'   a line of code\n\n'.repeat(1000)}   \`\`\`\n\n2. Item`,
  `2. Item\n${`   - ${sentence}\n\n     > ${sentence}\n`.repeat(200)}3. Item`,
  '1\n\n| 2 |\n(|-|\n'.repeat(1500),
  '. . .\n(|-|\n|-|\n'.repeat(1500),
];

const lineEnds: readonly string[] = [
  '# a\r\n\r\n- b\r\n- c\r\n\r\n```\r\nd\r\n```\r\nend\r\n',
  'a\rb\r\n\nc\r\r\nd\n\r\n- e\r\r- f',
  '\n\n\na\n\n\n\n\nb\n   \n  \nc\n\n',
  '<pre>\n\nx\n</pre>\nend\n<script>\nx\n\ny</script>\n\nz',
  '* a\n\n* b\n\n- c\n\n1. d\n1) e\n\n    code\n\nend **bold**',
];

/** More than 300 documents: each piece, long ones, and random compositions of pieces. */
export const documents: readonly string[] = [
  ...basicPieces,
  ...lineEnds,
  ...longTexts,
  ...Array.from({ length: 210 }, (_, seed) => compose(seeded(seed))),
  // Half a character would be left at one of these ends.
  ...['', 'a'].map((start) => start + '😀'.repeat(9000)),
];
