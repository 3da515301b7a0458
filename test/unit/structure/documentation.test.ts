import assert from 'node:assert/strict';
import path from 'node:path';
import { texts } from './manifest.ts';
import { readSources } from './sources.ts';

/** What a link or picture of Markdown leads to. */
const target = /\]\(<?([^)\s>]+)/gu;

describe('The documentation in the package', () => {
  const docs = readSources('{docs/*,SECURITY}.md');
  docs.delete('docs/release.md');
  const source = readSources('src/ui/documentation/openDocumentation.ts').values().next().value ?? '';
  const offered = [...source.matchAll(/'([\w/-]+\.md)'/gu)].map(([, page = '']) => page);

  it('is what Open Documentation offers: all but what is for maintainers', () => {
    assert.deepEqual([...offered].sort(), [...docs.keys()].sort());
  });

  it('leads to other packed files and to addresses only', () => {
    const packed = new Set([...docs.keys(), ...readSources('docs/prompt-sets/*').keys()]);
    const dead = [...docs].flatMap(([page, text]) =>
      [...text.matchAll(target)]
        .map(([, address = '']) => address)
        .filter((address) => !/^(?:https?:|mailto:|#)/u.test(address))
        .filter(
          (address) => !packed.has(path.posix.join(path.posix.dirname(page), address.replace(/#.*/u, ''))),
        )
        .map((address) => `${page}: ${address}`),
    );
    assert.deepEqual(dead, []);
  });

  it('has the pages that the texts of the manifest lead to', () => {
    const links = Object.values(texts).flatMap((text) => [
      ...text.matchAll(/command:hostedModels\.openDocumentation\?([^)]*)/gu),
    ]);
    assert.ok(links.length > 0);
    for (const [, argument = ''] of links) {
      const [page] = JSON.parse(decodeURIComponent(argument)) as string[];
      assert.ok(docs.has(`docs/${page}.md`), argument);
    }
  });
});
