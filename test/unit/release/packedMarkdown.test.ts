import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { forUsers, withoutRelativeTargets } from '../../../release/packedMarkdown.ts';
import { projectRoot } from '../../workbench/places.ts';

const cases: { title: string; from: string; to: string }[] = [
  { title: 'a picture, with its line', from: 'a\n\n![Alt](docs/a.png)\n\nb', to: 'a\n\nb' },
  { title: 'a picture with a title', from: '![Alt](<docs/a b.png> "Title")', to: '' },
  { title: 'a picture within a sentence', from: 'See ![Alt](a.png) here.', to: 'See  here.' },
  { title: 'a picture whose name has parentheses', from: 'a ![Alt](a(1).png)', to: 'a ' },
  { title: 'a picture that is a link', from: '[![Alt](a.png)](docs/a.md)\nb', to: 'b' },
  { title: 'a picture that links to an address', from: '[![Alt](a.png)](https://a.test)\nb', to: 'b' },
  { title: 'a picture by reference', from: '![Alt][one]\n\n[one]: docs/a.png', to: '' },
  { title: 'a picture by its own label', from: 'a\n\n![One]\n\n[one]: ./a.png "Title"\n', to: 'a\n\n' },
  {
    title: 'a picture in HTML',
    from: '<p align="center">\n  <img src="a.png" width="9">\n</p>\n\nb',
    to: 'b',
  },
  {
    title: 'a picture in HTML for two themes',
    from: '<picture>\n<source srcset="a.png">\n<img src="b.png">\n</picture>\n\nb',
    to: 'b',
  },
  {
    title: 'a table of pictures',
    from: 'a\n\n| ![A](a.png) | ![B](b.png) |\n|---|---|\n| *A* | *B* |\n\nb',
    to: 'a\n\nb',
  },
  {
    title: 'a picture in a table of words',
    from: '| a | b |\n|---|---|\n| ![A](a.png) | c |',
    to: '| a | b |\n|---|---|\n|  | c |',
  },
  { title: 'a link, leaving its text', from: 'See [the docs](docs/a.md#b).', to: 'See the docs.' },
  { title: 'a link over two lines', from: 'See [the\ndocs](docs/a.md).', to: 'See the\ndocs.' },
  { title: 'a link on code', from: 'See [`a.ts`](src/a.ts) and `[b](c)`.', to: 'See `a.ts` and `[b](c)`.' },
  { title: 'a link by reference', from: '[One], [two][one].\n\n[one]: docs/a.md', to: 'One, two.\n\n' },
  {
    title: 'a link in HTML',
    from: 'See <a href="docs/a.md">the <b>docs</b></a>.',
    to: 'See the <b>docs</b>.',
  },
];

const kept = [
  '[a](https://a.test/b.md) and [b](mailto:a@b.test)',
  '[a](#below), [ ] and [x], `a[0](b)`',
  '![Alt](https://a.test/a.png)\n\n[![Alt](https://a.test/a.png)](https://a.test)',
  '[a][one]\n\n[one]: https://a.test',
  '```md\n![Alt](a.png)\n```',
  '~~~\n[a](b)\n```\n![Alt](a.png)\n~~~',
  '<img src="https://a.test/a.png"> <a href="https://a.test">a</a>',
  '| a | b |\n|---|---|\n| `$…$` | [1] |',
];

/** The relative targets that Markdown leads to once it is rendered. */
function relativeTargets(markdown: string): string[] {
  const html = marked.parse(markdown, { async: false });
  return [...html.matchAll(/<(?:a|img|source|video)\b[^>]*\b(?:href|src|srcset)="([^"]*)"/gu)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(?:https:|mailto:|#)/u.test(address));
}

describe('Markdown for the packed extension loses', () => {
  for (const { title, from, to } of cases)
    it(title, () => {
      assert.equal(withoutRelativeTargets(from), to);
      assert.deepEqual(relativeTargets(to), []);
    });
});

describe('A README for users', () => {
  const section = '## For Developers\n\nnpm test\n\n### More\n\nx\n';

  it('lacks the section for developers, at the end and before others', () => {
    assert.equal(forUsers(`# A\n\n## B\n\nb\n\n${section}`), '# A\n\n## B\n\nb\n\n');
    assert.equal(forUsers(`# A\n\n${section}\n## B\n\nb\n`), '# A\n\n## B\n\nb\n');
  });

  it('is otherwise the same', () => assert.equal(forUsers('# A\n\n## B\n'), '# A\n\n## B\n'));

  it('of this project has nothing about npm', () => {
    const text = readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
    assert.match(text, /\bnpm\b/u);
    assert.doesNotMatch(forUsers(text), /\bnpm\b|CONTRIBUTING/u);
  });
});

describe('Markdown for the packed extension', () => {
  for (const text of kept)
    it(`keeps ${JSON.stringify(text)}`, () => assert.equal(withoutRelativeTargets(text), text));

  it('has no relative target left in the README', () => {
    const text = readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
    const packed = withoutRelativeTargets(text);
    assert.deepEqual(relativeTargets(packed), []);
    assert.equal(withoutRelativeTargets(packed), packed);
    assert.ok(packed.length > text.length / 2);
  });

  it('needs no change in the changelog, which is packed as it is', () => {
    const text = readFileSync(path.join(projectRoot, 'CHANGELOG.md'), 'utf8');
    assert.equal(withoutRelativeTargets(text), text);
  });
});
