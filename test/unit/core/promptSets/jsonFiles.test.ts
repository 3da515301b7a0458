import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonFault } from '../../../../src/core/promptSets/file/jsonFault.ts';
import { jsonItems } from '../../../../src/core/promptSets/file/jsonItems.ts';
import { readRows } from '../../../../src/core/promptSets/file/readRows.ts';
import { holds } from '../../properties/holds.ts';
import { bytesOf, collect, lines, readSet } from './sets.ts';

async function itemsOf(text: string, size?: number): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for await (const { text: item } of jsonItems(bytesOf(text, size))) found.push(item);
  return found;
}

describe('A prompt set in JSON lines', () => {
  it('may begin with a byte order mark, have CRLF, blank lines and no last line break', async () => {
    const { prompts, said } = await readSet('\uFEFF{"query":"a"}\r\n\r\n  \n{"query":"b"}', 'set.JSONL');
    assert.deepEqual(
      prompts.map(({ line }) => line),
      [1, 4],
    );
    assert.deepEqual(said, []);
  });

  it('is the same however its bytes come', async () => {
    const text = lines({ query: 'Größe 😀' }, { query: 'a\u2028b' });
    const whole = await readSet(text, 'set.jsonl');
    assert.equal(whole.prompts.length, 2);
    for (const size of [1, 2, 3, 7])
      assert.deepEqual(await collect(readRows(bytesOf(text, size), 'set.jsonl')), whole);
  });

  it('says line and column of what is no JSON, and that the last line is torn', async () => {
    const { prompts, said } = await readSet(
      '{"query":"a"}\n{"query" "b"}\n{"query":"c\n{"query":"d"}\n{"que',
      'set.jsonl',
    );
    assert.equal(prompts.length, 2);
    assert.deepEqual(said, [
      '2:10 Left out: not valid JSON.',
      '3:12 Left out: the row ends too early.',
      '5:6 Left out: the file ends within this row.',
    ]);
  });

  it('leaves out a line over 4 MB, and reads what follows', async () => {
    const { prompts, said } = await readSet(
      `${lines({ query: 'x'.repeat(10_000_000) })}{"query":"b"}`,
      'set.jsonl',
    );
    assert.deepEqual(
      prompts.map(({ line }) => line),
      [2],
    );
    assert.deepEqual(said, ['1 Left out: longer than 4 MB.']);
  });

  it('with nothing in it, or under another name, can’t be run', async () => {
    assert.deepEqual((await readSet('\n', 'set.jsonl')).said, [
      '1 fatal: This file has no prompt that can be run.',
    ]);
    assert.deepEqual((await readSet('a', 'set.txt')).said, [
      '1 fatal: A prompt set is a .jsonl, .json, .csv or .yaml file.',
    ]);
  });

  it('tells of at most 100 bad rows one by one', async () => {
    const { said } = await readSet(`{"query":"a"}\n${'{\n'.repeat(1000)}`, 'set.jsonl');
    assert.equal(said.length, 101);
    assert.equal(said.at(-1), '102 Left out: further rows (900).');
  });

  it('in UTF-16 says so', async () => {
    for (const name of ['set.jsonl', 'set.json', 'set.csv', 'set.yaml'])
      assert.deepEqual((await readSet(Buffer.from('\uFEFF{"query":"a"}', 'utf16le'), name)).said, [
        '1 fatal: This file is in UTF-16. Save it as UTF-8.',
      ]);
  });

  it('numbers its rows as they stand, those included that are left out', async () => {
    const { prompts } = await readSet('{"query":"a"}\n{\n{"text":"b"}\n{"query":"c"}\n', 'set.jsonl');
    assert.deepEqual(
      prompts.map(({ id }) => id),
      ['1', '4'],
    );
  });

  it('mentions what was no UTF-8', async () => {
    const { said } = await readSet(Buffer.from('{"query":"Gr\xF6\xDFe"}', 'latin1'), 'set.jsonl');
    assert.deepEqual(said, ["1 note: Characters that aren't UTF-8, or were lost before (1)."]);
  });
});

describe('A prompt set as a JSON array', () => {
  it('is split into its elements, each with line and column', async () => {
    const { prompts, said } = await readSet(
      '\uFEFF[{"query":"a"},\r\n  {"query":\n "b"}, {"query":1x}, {"query":"]}"}\n]\n',
      'set.json',
    );
    assert.deepEqual(
      prompts.map(({ line }) => line),
      [1, 2, 3],
    );
    assert.deepEqual(said, ['3:17 Left out: not valid JSON.']);
  });

  it('may be torn, have a comma too many, or something after its end', async () => {
    const said = async (text: string) => (await readSet(text, 'set.json')).said;
    assert.deepEqual(await said('[{"query":"a"},{"qu'), ['1:20 Left out: the file ends within this row.']);
    assert.deepEqual(await said('[{"query":"a"}'), ['1 note: The file ends before its list does.']);
    assert.deepEqual(await said('[{"query":"a"},\n'), ['2 note: The file ends before its list does.']);
    assert.deepEqual(await said('[{"query":"a"},]'), ['1:16 Something is missing here.']);
    assert.deepEqual(await said('[{"query":"a"}] {}'), [
      '1:17 There is something after the end of the list.',
    ]);
    assert.deepEqual(await said('[]'), ['1 fatal: This file has no prompt that can be run.']);
  });

  it('may be JSON lines under another name, or promptfoo’s configuration', async () => {
    assert.equal((await readSet('{"query":"a"}\n{"query":"b"}\n', 'set.json')).prompts.length, 2);
    // Of HumanEval, for instance.
    const code = [{ prompt: 'def f():', tests: 'assert f()' }];
    assert.equal((await readSet(JSON.stringify(code), 'set.json')).prompts.length, 1);
    const config = { prompts: ['Say {{x}}'], tests: [{ vars: { x: 'a' } }, { vars: { x: 'b' } }] };
    assert.equal(
      (await readSet(JSON.stringify(config, undefined, 2), 'promptfooconfig.json')).prompts.length,
      2,
    );
  });

  it('leaves out an element over 4 MB, and reads what follows', async () => {
    const rows = [{ query: 'x'.repeat(5_000_000) }, { query: 'b' }];
    const { prompts, said } = await readSet(JSON.stringify(rows), 'set.json');
    assert.deepEqual(
      prompts.map(({ messages }) => messages[0]?.content),
      ['b'],
    );
    assert.deepEqual(said, ['1:2 Left out: longer than 4 MB.']);
  });

  const json = fc.jsonValue({ noUnicodeString: false });
  holds(
    'is split as JSON.parse reads it, however its bytes come',
    200,
    fc.asyncProperty(
      fc.array(json),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 2),
      async (all, size, indent) => {
        const items = await itemsOf(JSON.stringify(all, undefined, indent), size);
        assert.deepEqual(
          items.map((item) => JSON.parse(item ?? '')),
          JSON.parse(JSON.stringify(all)),
        );
      },
    ),
  );
});

describe('Where a text stops being JSON', () => {
  const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value));

  holds(
    'is its end if it is JSON or only cut off',
    300,
    fc.property(json, fc.nat(), (text, cut) => {
      assert.equal(jsonFault(text), text.length);
      // A cut may also be within a word, a number or an escape sequence.
      const part = text.slice(0, cut % text.length);
      assert.match(part.slice(jsonFault(part)), /^\\?[\w.+-]*$/u);
    }),
  );

  holds(
    'is where something was inserted',
    300,
    fc.property(json, fc.nat(), (text, place) => {
      const at = place % (text.length + 1);
      const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
      assert.match(broken.slice(jsonFault(broken), at), /^\\?[\w.+-]*$/u);
      assert.ok(jsonFault(broken) <= at);
    }),
  );

  it('is found at any depth', () => {
    assert.equal(jsonFault(`${'['.repeat(1_000_000)}}`), 1_000_000);
    assert.equal(jsonFault('{"a":1,}'), 7);
    assert.equal(jsonFault('[1,]'), 3);
    assert.equal(jsonFault('{"a":{}'), 7);
  });
});
