import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { contributes, texts } from './manifest.ts';
import { readJson, readSources, root } from './sources.ts';

const pages = readSources('{README,CHANGELOG,CONTRIBUTING,SECURITY,docs/*}.md');
/** Those in the package that *Open Documentation* offers. */
const packed = [...pages.keys()].filter((file) => /^(?:docs\/(?!release\.md)|SECURITY)/u.test(file));
const inPackage = new Set([...packed, ...readSources('docs/prompt-sets/*').keys()]);
const wordsIn = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

const read = new Map<string, Token[]>();

/** All tokens of a page, read once. */
function tokensOf(text: string): Token[] {
  const found = read.get(text) ?? [];
  if (found.length === 0) walkTokens(lexer(text), (token) => void found.push(token));
  read.set(text, found);
  return found;
}

/** As GitHub and VS Code's preview make a heading's anchor. */
function anchorsIn(text: string): string[] {
  return tokensOf(text).flatMap((token) =>
    token.type === 'heading'
      ? token.text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_\- ]/gu, '')
          .replaceAll(' ', '-')
      : [],
  );
}

describe('The documentation', () => {
  it('has at most 100 lines in the README', () => {
    assert.ok((pages.get('README.md')?.trimEnd().split('\n').length ?? 0) <= 100, 'README.md');
  });

  const guides = [...pages.keys()].filter((file) => /^(?:README|docs\/)/u.test(file));
  const others = [...pages.keys()].filter((file) => !guides.includes(file));
  for (const { of, files, max } of [
    { of: 'the README and docs', files: guides, max: 13_500 },
    { of: others.join(', '), files: others, max: 3_750 },
  ]) {
    it(`has at most ${max} words in ${of}`, () => {
      const words = files.map((file) => [file, wordsIn(pages.get(file) ?? '')] as const);
      const total = words.reduce((sum, [, count]) => sum + count, 0);
      assert.ok(total <= max, `${total}: ${words.map((one) => one.join(' ')).join(', ')}`);
    });
  }

  it('tells each version’s changes in at most 40 lines', () => {
    for (const section of pages
      .get('CHANGELOG.md')
      ?.split(/^(?=## )/mu)
      .slice(1) ?? [])
      assert.ok(section.trimEnd().split('\n').length <= 40, section.split('\n', 1)[0]);
  });

  for (const [file, text] of pages) {
    it(`opens with a title and a sentence: ${file}`, () => {
      const [title, first] = lexer(text).filter(({ type }) => type !== 'space');
      assert.deepEqual([title?.type, first?.type], ['heading', 'paragraph']);
    });

    it(`has no table cell of more than 30 words: ${file}`, () => {
      const tables = tokensOf(text).filter((token): token is Tokens.Table => token.type === 'table');
      const cells = tables.flatMap(({ header, rows }) => [header, ...rows].flat());
      assert.deepEqual(
        cells.filter((cell) => wordsIn(cell.text) > 30).map((cell) => cell.text),
        [],
      );
    });

    it(`has links and pictures that lead somewhere, those of a packed page to packed files: ${file}`, () => {
      const targets = tokensOf(text).flatMap((token) =>
        token.type === 'link' || token.type === 'image' ? [String(token.href)] : [],
      );
      const lost = targets.filter((target) => {
        if (URL.canParse(target)) return !target.startsWith('https://');
        const [to = '', anchor] = target.split('#');
        const place = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
        if (!existsSync(path.join(root, place))) return true;
        if (packed.includes(file) && !inPackage.has(place)) return true;
        return anchor !== undefined && !anchorsIn(pages.get(place) ?? '').includes(anchor);
      });
      assert.deepEqual(lost, []);
    });

    it(`is in US English: ${file}`, () => {
      const british =
        /\b\w*(?:colour|behaviour|favour|honour|organis|recognis|normalis|licence|catalogue|cancelled|centre)\w*/giu;
      assert.deepEqual(text.match(british) ?? [], []);
    });
  }
});

describe('The documentation in the package', () => {
  it('is what Open Documentation offers', () => {
    const source = readSources('src/ui/documentation/openDocumentation.ts').values().next().value ?? '';
    const offered = [...source.matchAll(/'([\w/-]+\.md)'/gu)].map(([, page = '']) => page);
    assert.deepEqual(offered.sort(), packed);
  });

  it('has the pages that the texts of the manifest lead to', () => {
    const links = Object.values(texts).flatMap((text) => [
      ...text.matchAll(/command:hostedModels\.openDocumentation\?([^)]*)/gu),
    ]);
    assert.ok(links.length > 0);
    for (const [, argument = ''] of links) {
      const [page] = JSON.parse(decodeURIComponent(argument)) as string[];
      assert.ok(packed.includes(`docs/${page}.md`), argument);
    }
  });
});

/** Names that are VS Code's own or GitHub's. */
const othersNames = new Set(
  [
    ...['Extensions', 'Install from VSIX…', 'Auto', 'Ask', 'Agents', 'Configure Tools…'],
    ...['Chat: Manage Language Models', 'Manage Language Models', 'Add Models', 'Set BYOK utility models'],
    ...['Custom Endpoint', 'unverified'],
    ...['Security', 'Report a vulnerability', 'Re-run failed jobs'],
  ].map(asCompared),
);

/** Without what stands for a value, which the docs write as "…" or as an example such as 401. */
function asCompared(text: string): string {
  return text
    .replace(/\{\d\}|\d+/gu, '…')
    .replace(/\s+/gu, ' ')
    .toLowerCase();
}

describe('What the documentation quotes', () => {
  const product = [texts, readJson('l10n/bundle.l10n.json')]
    .flatMap((all) => Object.values(all))
    .flatMap((text) => (typeof text === 'string' ? asCompared(text) : []));

  for (const [file, text] of pages) {
    if (file === 'CONTRIBUTING.md') continue;
    it(`are names of the product or of VS Code: ${file}`, () => {
      const names = tokensOf(text).flatMap((token) => (token.type === 'em' ? asCompared(token.text) : []));
      assert.deepEqual(
        names.filter((name) => !product.includes(name) && !othersNames.has(name)),
        [],
      );
    });
  }

  it('are all settings, each in a row of Connections, and no others', () => {
    const rows = [...(pages.get('docs/connections.md') ?? '').matchAll(/^\| `(hostedModels\.[\w.]+)`/gmu)];
    assert.deepEqual(
      rows.map(([, setting]) => setting),
      Object.keys(contributes.configuration.properties),
    );
    const named = [...pages.values()].flatMap((text) => text.match(/(?<=`)hostedModels\.[\w.]+/gu) ?? []);
    assert.deepEqual(
      named.filter((setting) => !(setting in contributes.configuration.properties)),
      [],
    );
  });

  it('are messages of the product, in Troubleshooting', () => {
    const [, messages = ''] = (pages.get('docs/troubleshooting.md') ?? '').split('## Messages');
    const quoted = [...messages.matchAll(/"([^"]+)"/gu)].flatMap(([, text = '']) => text);
    const isSaid = (text: string) =>
      product.some((one) => one.includes(asCompared(text).replace(/ …$/u, '')));
    assert.ok(quoted.length > 20, `${quoted.length}`);
    assert.deepEqual(
      quoted.filter((text) => !isSaid(text)),
      [],
    );
  });
});
