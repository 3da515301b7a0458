import assert from 'node:assert/strict';
import { readJson, readSources } from './sources.ts';

/** Who registers a publisher changes the extension's id, which names its settings, its storage and itself in many places. */
describe('The id of the extension', () => {
  const { publisher, name } = readJson('package.json');
  const id = `${publisher}.${name}`;
  const files = new Map([
    ...readSources('{src,test}/**/*.{ts,tsx}'),
    ...readSources('{package.json,README.md,SECURITY.md,docs/*.md}'),
  ]);

  it('is the publisher and the name of package.json wherever it is written', () => {
    const written = new RegExp(String.raw`(?<![\w-])[\w-]+\.${name}(?![\w.-])`, 'gu');
    const naming = [...files].filter(([, text]) => text.includes(`.${name}`));
    const others = naming.flatMap(([file, text]) =>
      [...text.matchAll(written)].flatMap(([found]) => (found === id ? [] : [`${file}: ${found}`])),
    );
    assert.deepEqual(others, []);
  });

  it('is written at all', () => assert.ok([...files.values()].some((text) => text.includes(id))));
});
