import assert from 'node:assert/strict';
import { type Block, MarkdownBlocks } from '../../../../../src/webview/markdown/parse/markdownBlocks.ts';
import { usualTimeOf } from '../../../cpuTime.ts';

const rawOf = (blocks: readonly Block[]) => blocks.map(({ raw }) => raw).join('');

/** Fails if `act` takes 10 s of the processor, as quadratic time would. */
function assertQuick(act: () => void): void {
  const ms = usualTimeOf(act);
  assert.ok(ms < 10_000, `${ms} ms`);
}

// What holds for every document is in `markdownCuts.test.ts`.
describe('Markdown blocks', () => {
  it('withhold a line until its meaning is clear', () => {
    const blocks = new MarkdownBlocks();
    const shown = (text: string) => rawOf(blocks.update(text, true));
    assert.equal(shown('Title\n-'), 'Title\n');
    assert.equal(shown('Title\n- x'), 'Title\n- x');
    assert.equal(shown('Title\n- x\n\n``'), 'Title\n- x\n\n');
    assert.equal(shown('Title\n- x\n\n```py'), 'Title\n- x\n\n');
    assert.equal(shown('Title\n- x\n\n```py\na'), 'Title\n- x\n\n```py\na');
  });

  it('start again if the text is a different one', () => {
    const blocks = new MarkdownBlocks();
    blocks.update('# one\n\ntwo\n\nthree', true);
    assert.equal(rawOf(blocks.update('# other\n\ntext', true)), '# other\n\ntext');
  });

  it('use a definition for what follows it, and in the end for everything', () => {
    const blocks = new MarkdownBlocks();
    blocks.update('[a]\n\nmore\n', true);
    const live = blocks.update('[a]\n\nmore\n\n[a]: https://a.example\n\nthen [a] x\n\nend', true);
    assert.ok(!JSON.stringify(live[0]).includes('https:'));
    assert.ok(JSON.stringify(live.at(-3)).includes('https://a.example'));
    const end = blocks.update('[a]\n\nmore\n\n[a]: https://a.example\n\nthen [a] x\n\nend', false);
    assert.ok(JSON.stringify(end[0]).includes('https://a.example'));
  });

  it('find a definition whatever the case and blanks of its name', () => {
    const text =
      'See [Big  Straße\nHere] and ![x][ B ].\n\n[big STRASSE here]: https://a.example\n[b]: https://b.example\n';
    const end = JSON.stringify(new MarkdownBlocks().update(text, false));
    assert.match(end, /"type":"link".*https:\/\/a\.example.*"type":"image".*https:\/\/b\.example/);
  });

  it('read thousands of definitions and their uses in less than quadratic time', () => {
    const lines = (write: (at: number) => string) => Array.from({ length: 4000 }, (_, at) => write(at));
    const defined = lines((at) => `[a${at}]: https://a.example/${at}`).join('\n');
    const text = `${lines((at) => `[a${at}]`).join('\n\n')}\n\n${defined}\n`;
    let blocks: ReturnType<MarkdownBlocks['update']> = [];
    assertQuick(() => {
      blocks = new MarkdownBlocks().update(text, false);
    });
    assert.ok(JSON.stringify(blocks[0]).includes('https://a.example/0'));
  }).timeout(60_000);

  it('read a long list item, or a word of many parts, in less than quadratic time', () => {
    for (const text of [`- item\n${'  words of it\n'.repeat(6000)}end`, '_a'.repeat(30_000)]) {
      assertQuick(() => assert.equal(rawOf(new MarkdownBlocks().update(text, false)), text));
    }
  }).timeout(60_000);

  it('cut a long quote or list item outside of its code, if possible after a blank line', () => {
    const lines = (before: string) => `${before}A line of it.\n${before}\n`.repeat(600);
    const code = `\`\`\`\n${'a line\n\n'.repeat(2500)}\`\`\`\n`;
    const within = (before: string, text: string) => text.replaceAll(/^(?=.)/gmu, before);
    const cases: Record<string, [string, string[]]> = {
      quote: [`${lines('> ').repeat(2)}\nEnd`, ['blockquote, cut', 'blockquote', 'paragraph']],
      'code in a quote': [`${code.replaceAll(/^/gmu, '> ')}\n\nEnd`, ['blockquote', 'paragraph']],
      item: [`- Item\n\n${lines('  ').repeat(2)}\nEnd`, ['list, cut', 'paragraph']],
      'code in an item': [`1. Item\n\n${within('   ', code)}\nEnd`, ['list, cut', 'code', 'paragraph']],
    };
    for (const [what, [text, expected]] of Object.entries(cases)) {
      const blocks = new MarkdownBlocks().update(text, false).filter(({ token }) => token.type !== 'space');
      const types = blocks.map(({ token, isCut }) => (isCut ? `${token.type}, cut` : token.type));
      assert.deepEqual(
        types.filter((type, at) => type !== types[at - 1]),
        expected,
        what,
      );
      for (const { raw, isCut } of blocks)
        if (isCut) assert.match(raw.trimEnd(), /(?:A line of it\.(?:\n>)?|Item)$/u);
    }
  });

  it('still recognize headings by their underline, and addresses by their start', () => {
    const text = 'Title\n===\n\nSub\n---\n\na.b@c.example www.d.example https://e.example\n';
    const all = JSON.stringify(new MarkdownBlocks().update(text, false));
    assert.deepEqual(
      [...all.matchAll(/"depth":(\d)/g)].map(([, depth]) => depth),
      ['1', '2'],
    );
    assert.equal(all.match(/"type":"link"/g)?.length, 3);
  });

  it('read emphasis beside punctuation even if no blanks separate the words', () => {
    const strong = (text: string) =>
      [
        ...JSON.stringify(new MarkdownBlocks().update(text, false)).matchAll(
          /"type":"strong","raw":"([^"]*)"/g,
        ),
      ].map(([, raw]) => raw);
    for (const [text, ...expected] of [
      ['这是**重要（注意）**的。**“引号”**后面。', '**重要（注意）**', '**“引号”**'],
      ['**中文：**说明。「**強調**」です。한국어**(강조)**는', '**中文：**', '**強調**', '**(강조)**'],
      ['使用**`码`**和**[页](https://a.example)**的', '**`码`**', '**[页](https://a.example)**'],
      // The usual rules apply elsewhere.
      ['**a：** b **c:**d', '**a：**'],
      ['中 ** 文 ** 字，**未完'],
    ])
      assert.deepEqual(strong(text ?? ''), expected, text);
  });

  it('survive nesting that no person would write', () => {
    for (const evil of [
      '> '.repeat(5000),
      '- '.repeat(3000),
      '*a '.repeat(3000),
      '[a]('.repeat(5000),
      '['.repeat(20000),
    ]) {
      const text = `${evil}x\n\nend`;
      const ms = usualTimeOf(() => {
        const blocks = new MarkdownBlocks();
        assert.equal(rawOf(blocks.update(text, true)), text);
        assert.equal(rawOf(blocks.update(text, false)), text);
      });
      assert.ok(ms < 2000, `${evil.slice(0, 10)} took ${ms} ms`);
    }
  });

  it('parse a long answer in pieces without delay', function () {
    this.timeout(10_000);
    const section = `## Section\n\n${'Words and **more** words, '.repeat(12)}\n\n- a\n- b\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n`;
    const text = section.repeat(Math.ceil(120_000 / section.length));
    const blocks = new MarkdownBlocks();
    const ms = usualTimeOf(() => {
      for (let length = 40; length < text.length; length += 40) blocks.update(text.slice(0, length), true);
    });
    const perUpdate = ms / (text.length / 40);
    assert.ok(perUpdate < 2, `${perUpdate} ms for each update`);
  });
});
