import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { forUsers, withoutRelativeTargets } from '../../../release/packedMarkdown.ts';
import { projectRoot } from '../../workbench/places.ts';

const cases: [title: string, from: string, to: string][] = [
  ['a picture, with its line', 'a\n\n![Alt](docs/a.png)\n\nb', 'a\n\nb'],
  ['a picture with a title', '![Alt](<docs/a b.png> "Title")', ''],
  ['a picture within a sentence', 'See ![Alt](a.png) here.', 'See  here.'],
  ['a picture whose name has parentheses', 'a ![Alt](a(1).png)', 'a '],
  ['a picture that is a link', '[![Alt](a.png)](docs/a.md)\nb', 'b'],
  ['a picture that links to an address', '[![Alt](a.png)](https://a.test)\nb', 'b'],
  ['a picture by reference', '![Alt][one]\n\n[one]: docs/a.png', ''],
  ['a picture by its own label', 'a\n\n![One]\n\n[one]: ./a.png "Title"\n', 'a\n\n'],
  ['a picture in HTML', '<p align="center">\n  <img src="a.png" width="9">\n</p>\n\nb', 'b'],
  [
    'a picture in HTML for two themes',
    '<picture>\n<source srcset="a.png">\n<img src="b.png">\n</picture>\n\nb',
    'b',
  ],
  ['a table of pictures', 'a\n\n| ![A](a.png) | ![B](b.png) |\n|---|---|\n| *A* | *B* |\n\nb', 'a\n\nb'],
  [
    'a picture in a table of words',
    '| a | b |\n|---|---|\n| ![A](a.png) | c |',
    '| a | b |\n|---|---|\n|  | c |',
  ],
  ['a link, leaving its text', 'See [the docs](docs/a.md#b).', 'See the docs.'],
  ['a link over two lines', 'See [the\ndocs](docs/a.md).', 'See the\ndocs.'],
  ['a link on code', 'See [`a.ts`](src/a.ts) and `[b](c)`.', 'See `a.ts` and `[b](c)`.'],
  ['a link by reference', '[One], [two][one].\n\n[one]: docs/a.md', 'One, two.\n\n'],
  ['a link in HTML', 'See <a href="docs/a.md">the <b>docs</b></a>.', 'See the <b>docs</b>.'],
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
  for (const [title, from, to] of cases)
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
