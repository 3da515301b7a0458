import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../../../src/webview/markdown/plainText.ts';
import { usualTimeOf } from '../../cpuTime.ts';
import { holds } from '../../properties/holds.ts';

const cases: readonly [string, string, string][] = [
  ['plain text stays', 'One two.\nThree.', 'One two.\nThree.'],
  ['paragraphs stay apart', 'One\n\n\nTwo', 'One\n\nTwo'],
  ['marks are removed', '# How **it** _works_\n\nwith ~~no~~ `code`', 'How it works\n\nwith no code'],
  ['escapes and entities become their characters', '2 \\* 3 &lt; 7 &amp;', '2 * 3 < 7 &'],
  ['code keeps every character', '```ts\nconst a = `*b*`;\n\n  c();\n```', 'const a = `*b*`;\n\n  c();'],
  ['lists keep their markers', '* a\n* b\n  1. c\n  2. d', '- a\n- b\n  1. c\n  2. d'],
  ['numbers go on from the first', '3. c\n4. d', '3. c\n4. d'],
  ['tasks keep their boxes', '- [x] done\n- [ ] to do', '- [x] done\n- [ ] to do'],
  ['paragraphs of an item are below it', '1. a\n\n   more\n2. b', '1. a\n\n   more\n\n2. b'],
  ['quotes read as in a mail', '> one\n> two\n>\n> three', '> one\n> two\n> \n> three'],
  ['tables have tabs', '| a | b |\n| - | - |\n| **c** | d |', 'a\tb\nc\td'],
  [
    'links keep their addresses',
    'See [the book](https://a.example/x).',
    'See the book (https://a.example/x).',
  ],
  ['bare links appear once', '<https://a.example/x> <me@a.example>', 'https://a.example/x me@a.example'],
  ['references are found', '[the book][1]\n\n[1]: https://a.example', 'the book (https://a.example)'],
  ['pictures are named', '![a cat](https://a.example/c.png)', 'a cat (https://a.example/c.png)'],
  ['math stays TeX', 'so $x^2$\n\n$$\n\\frac{1}{2}\n$$', 'so x^2\n\n\\frac{1}{2}'],
  ['HTML is text', '<b>bold</b>\n\n<div>\n\ntext', '<b>bold</b>\n\n<div>\n\ntext'],
  ['hard breaks break', 'one  \ntwo', 'one\ntwo'],
  ['nothing is nothing', '', ''],
];

describe('An answer as plain text', () => {
  for (const [title, markdown, plain] of cases) {
    it(title, () => assert.equal(plainText(markdown), plain));
  }

  it('continues where the page cuts long blocks', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ');
    assert.ok(plainText(words) === words);
    const list = Array.from({ length: 900 }, (_, index) => `${index + 1}. item ${index}`).join('\n');
    assert.ok(plainText(list) === list);
    for (const unit of ['~', '*', '#', '> ', '1. ', '- [']) {
      const marks = `So: ${unit.repeat(20_000)}end`;
      assert.ok(plainText(marks) === marks, unit);
    }
  });

  it('takes linear time to read, however many blanks an item has', () => {
    const item = `- a${' '.repeat(100_000)}b`;
    const ms = usualTimeOf(() => assert.ok(plainText(item) === item));
    assert.ok(ms < 2000, `${ms} ms`);
  });

  holds(
    'loses no word that is not a mark',
    200,
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 }), (words) => {
      const [first = '', ...rest] = words;
      const markdown = `# ${first}\n\n- **${rest.join('**\n- *')}*\n\n> ${words.join('\n> ')}\n`;
      const plain = plainText(markdown);
      for (const word of words) assert.ok(plain.includes(word), word);
    }),
  );
});
