import assert from 'node:assert/strict';
import { readPromptSet } from '../../../../src/core/promptSets/index.ts';
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

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const anchors = Array.from(
  { length: 30 },
  (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
);

/** What a set can be made of to hang or fill the program, and what is said of it. */
const hostile: [what: string, fileName: string, text: () => string, said: RegExp][] = [
  ['JSON that is 1,000,000 levels deep', 'a.jsonl', () => nested(1_000_000, '[', ']'), /no object/],
  [
    'a check that is 10,000 levels deep',
    'a.jsonl',
    () => `{"prompt":"a","checks":[{"type":"equals","value":${nested(10_000, '[', ']')}}]}`,
    /check “equals” is nested too deeply/,
  ],
  [
    'variables that are 10,000 levels deep',
    'a.json',
    () => `[{"vars":{"q":${nested(10_000, '[', ']')}}}]`,
    /is a list/,
  ],
  [
    'YAML that is 10,000 levels deep',
    'a.yaml',
    () => `tests: ${nested(10_000, '[', ']')}`,
    /nested too deeply/,
  ],
  [
    'YAML aliases of aliases',
    'a.yaml',
    () => `a0: &a0 [x]\n${anchors.join('\n')}\ntests: *a30\n`,
    /too many aliases/,
  ],
  ['YAML over 5 MB', 'a.yaml', () => `tests:\n${'- {}\n'.repeat(1_100_000)}`, /larger than 5 MB/],
  ['a line of 10 MB', 'a.jsonl', () => `{"prompt":"${'x'.repeat(10_000_000)}"}`, /longer than 4 MB/],
  ['a million columns', 'a.csv', () => `${'x,'.repeat(1_000_000)}\n`, /1,000,001 columns/],
  ['NULs', 'a.jsonl', () => '{"prompt":"a\0b"}\n\0\0', /no JSON/],
  ['100,000 problems', 'a.jsonl', () => '{\n'.repeat(100_000), /Further rows that are left out: 99,900/],
  [
    'names that would be shown as others',
    'a.jsonl',
    () => lines({ query: 'a', 'note\u202E\n{0}\u0000': 1 }),
    /^1 note: Not used, “note \{0\}”: 1\.$/m,
  ],
];

describe('A hostile prompt set', () => {
  for (const [what, fileName, text, said] of hostile)
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
