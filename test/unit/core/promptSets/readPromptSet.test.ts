import assert from 'node:assert/strict';
import { readPromptSet } from '../../../../src/core/promptSets/index.ts';
import { hostileSets } from './hostileSets.ts';
import { bytesOf, collect, lines, readSet } from './sets.ts';

const read = (text: string | Uint8Array, fileName: string) => collect(readPromptSet(bytesOf(text), fileName));

describe('Reading a prompt set in a worker', () => {
  it('yields what it yields on this thread', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({ query: `${at} ${'x'.repeat(200)}` }));
    const text = `${lines(...rows, { text: 'a' })}{`;
    assert.deepEqual(await read(text, 'set.jsonl'), await readSet(text, 'set.jsonl'));
  });

  it('takes pieces of any size and leaves them as they are', async () => {
    const bytes = Buffer.from(lines(...Array.from({ length: 20_000 }, () => ({ query: 'x'.repeat(40) }))));
    async function* whole() {
      yield bytes.subarray(0, 10);
      yield bytes.subarray(10);
    }
    assert.equal((await collect(readPromptSet(whole(), 'set.jsonl'))).prompts.length, 20_000);
    assert.equal(bytes.subarray(0, 8).toString(), '{"query"');
  });

  it('rejects as reading the file does', async () => {
    async function* failing() {
      yield Buffer.from(lines({ query: 'a' }));
      throw new Error('No such file.');
    }
    await assert.rejects(collect(readPromptSet(failing(), 'set.jsonl')), /No such file/u);
  });

  it('stops reading the file when nobody wants more', async () => {
    const ended = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield Buffer.from(lines({ query: 'a' }));
      } finally {
        ended.resolve();
      }
    }
    for await (const _item of readPromptSet(endless(), 'set.jsonl')) break;
    await ended.promise;
  });
});

describe('A hostile prompt set', () => {
  for (const [what, fileName, text, said] of hostileSets)
    it(`gets a sentence: ${what}`, async () => {
      assert.match((await read(text(), fileName)).said.join('\n'), said);
    }).timeout(60_000);

  it('keeps formulas, bidirectional text and ids that collide as they are', async () => {
    const { prompts } = await read(
      'id,prompt\n=1+1,=HYPERLINK("x")\n=1+1,\u202Etxet\n__proto__,@a\n',
      'a.csv',
    );
    assert.deepEqual(
      prompts.map(({ id, messages }) => [id, messages[0]?.content]),
      [
        ['=1+1', '=HYPERLINK("x")'],
        ['=1+1 (2)', '\u202Etxet'],
        ['__proto__', '@a'],
      ],
    );
  });
});
