import assert from 'node:assert/strict';
import { readRows } from '../../../../src/core/promptSets/file/readRows.ts';
import { asked, bytesOf, collect, readSet } from './sets.ts';

describe('A prompt set in CSV', () => {
  const contents = async (text: string, options = {}) =>
    (await readSet(text, 'set.csv', options)).prompts.map(asked);

  it('has its prompts in the column of that name, with quotes, line breaks, CRLF and a byte order mark', async () => {
    const text = '\uFEFFid,Prompt,expected\r\na,"Say ""hi"",\r\nplease",hi\r\n\r\nb,=1+2,\nc,"x"\n';
    const { prompts, said } = await readSet(text, 'set.csv');
    assert.deepEqual(
      prompts.map(({ line, id, messages, expected }) => [line, id, messages[0]?.content, expected]),
      [
        [2, 'a', 'Say "hi",\r\nplease', 'hi'],
        [5, 'b', '=1+2', undefined],
      ],
    );
    assert.deepEqual(said, ["6 Left out: its cells don't match the columns (2 and 3)."]);
  });

  it('is the same however its bytes come', async () => {
    const text = 'prompt,group\r\n"Größe,\r\n😀",a\r\nx,b\r\n';
    const whole = await readSet(text, 'set.csv');
    assert.equal(whole.prompts.length, 2);
    for (const size of [1, 2, 5])
      assert.deepEqual(await collect(readRows(bytesOf(text, size), 'set.csv')), whole);
  });

  it('has tags in a column, between commas or semicolons, and in promptfoo’s metadata', async () => {
    const tagsOf = async (text: string) => (await readSet(text, 'set.csv')).prompts.map(({ tags }) => tags);
    assert.deepEqual(await tagsOf('question,Tags\na,"refund, angry"\nb,one;two\nc,\n'), [
      ['refund', 'angry'],
      ['one', 'two'],
      undefined,
    ]);
    const { prompts, said } = await readSet(
      'prompt,__expected,__metadata:topic,__metadata:of[]\na,b,refund,"x,y\\,z"\n',
      'set.csv',
    );
    assert.deepEqual(prompts[0]?.tags, ['topic:refund', 'of:x', 'of:y,z']);
    assert.deepEqual(said, []);
  });

  it('takes the only column there is, or the one that is chosen', async () => {
    assert.deepEqual(await contents('question\na\nb\n'), [['user: a'], ['user: b']]);
    assert.deepEqual(await contents('question,expected,group,id\na,b,c,d\n'), [['user: a']]);
    assert.deepEqual(await contents('q,prompt\na,b\n', { promptColumn: 'q' }), [['user: a']]);
  });

  it('asks for the column otherwise', async () => {
    const { prompts, problems } = await readSet('question,context,expected\na,b,c\n', 'set.csv');
    assert.deepEqual(prompts, []);
    assert.deepEqual(
      problems.map(({ line, isFatal, columns }) => ({ line, isFatal, columns })),
      [{ line: 2, isFatal: true, columns: ['question', 'context'] }],
    );
  });

  it('may be an Alpaca or Inspect file, with semicolons or tabs', async () => {
    assert.deepEqual(await contents('instruction;input;output\na;b;c\n'), [['user: a\nb']]);
    const { prompts } = await readSet('input\ttarget\na\tb\n', 'set.tsv');
    assert.deepEqual(
      prompts.map(({ expected }) => expected),
      ['b'],
    );
  });

  it('asks the column “prompt”, whatever else there is', async () => {
    assert.deepEqual(await contents('prompt,input,expected\na,b,c\n'), [['user: a']]);
    assert.deepEqual(await contents('instruction,prompt,query\na,b,c\n'), [['user: b']]);
    const { prompts, said } = await readSet('prompt,input\n,b\n', 'set.csv');
    assert.deepEqual(prompts, []);
    assert.ok(said.includes('2 Left out: “prompt” must be text and not empty.'), said.join());
  });

  it('may say what stands between its cells, by Excel’s first line or its name', async () => {
    for (const start of ['sep=;\n', '\ufeffsep=;\r\n', 'SEP=;\n']) {
      const { prompts, said } = await readSet(`${start}prompt;expected\n"a, b";c\nd;e;f\n`, 'set.csv');
      assert.deepEqual([prompts[0]?.line, prompts[0]?.messages[0]?.content], [3, 'a, b']);
      assert.deepEqual(said, ["4 Left out: its cells don't match the columns (3 and 2)."]);
    }
    const { prompts } = await readSet('prompt\texpected, or like it\na\tb\n', 'set.tsv');
    assert.deepEqual(prompts.map(asked), [['user: a']]);
  });

  it('fills in what names a column, and names columns that are not used', async () => {
    const { prompts, said } = await readSet(
      'prompt,word,note\n"{{word}} {{ other }} {% if %}",a,n\n',
      'set.csv',
    );
    assert.deepEqual(prompts.map(asked), [['user: a {{ other }} {% if %}']]);
    assert.deepEqual(said, ['2 note: Not used: “note” (1).']);
  });

  it('has promptfoo’s checks in its __expected columns', async () => {
    const cells: [cell: string, check: unknown][] = [
      ['equals: Paris ', { type: 'equals', value: 'Paris' }],
      ['contains:{{city}}', { type: 'contains', value: 'Rome' }],
      ['not-icontains-any:a, "b,c", d', { type: 'not-icontains-any', value: ['a', 'b,c', 'd'] }],
      ['regex:^a+$', { type: 'regex', value: '^a+$' }],
      ['is-json', { type: 'is-json' }],
      ['number(0.5):42', { type: 'number', value: { value: '42', tolerance: '0.5' } }],
    ];
    const quoted = cells.map(([cell]) => `p,"${cell.replaceAll('"', '""')}",Rome`);
    const { prompts } = await readSet(`prompt,__expected,city\n${quoted.join('\n')}\n`, 'set.csv');
    assert.deepEqual(
      prompts.map(({ checks }) => checks[0]),
      cells.map(([, check]) => check),
    );
    const { prompts: plain } = await readSet(
      'prompt,__expected,__expected2,city\np,in {{city}},,Rome\np,Note: none,,\np,number,,\np,Paris,contains:x,\n',
      'set.csv',
    );
    assert.deepEqual(
      plain.map(({ expected, checks }) => [expected, ...checks]),
      [
        ['in Rome'],
        ['Note: none'],
        ['number'],
        [undefined, { type: 'equals-any', value: ['Paris'] }, { type: 'contains', value: 'x' }],
      ],
    );
    const { prompts: several, said } = await readSet(
      'prompt,__expected1,__expected2,__threshold\np,contains:a,fn:b,\nq,grade: good,similar(0.8):x,\nr,is-refusal,not-trajectory:tool-used:a,\n',
      'set.csv',
    );
    assert.deepEqual(
      several.map(({ checks }) => checks),
      [[{ type: 'contains', value: 'a' }], [], []],
    );
    assert.deepEqual(said, [
      '2 note: Checks not run: type “javascript” (1).',
      '3 note: Checks not run: type “llm-rubric” (1).',
      '3 note: Checks not run: type “similar” (1).',
      '4 note: Checks not run: type “is-refusal” (1).',
      '4 note: Checks not run: type “not-trajectory” (1).',
    ]);
  });

  it('leaves out answers to be avoided, which a CSV file marks by the text “False”', async () => {
    const { prompts, said } = await readSet(
      'prompt,completion,label\nHi,Hello,True\nHi,No,False\n',
      'set.csv',
    );
    assert.deepEqual(
      prompts.map(({ reference }) => reference),
      ['Hello', undefined],
    );
    assert.equal(said.at(-1), '3 note: Not used: answers whose “label” is false (1).');
  });

  it('ends where a quotation mark is never closed, or a row is over 4 MB', async () => {
    const open = await readSet('prompt\na\n"b\nc\n', 'set.csv');
    assert.equal(open.prompts.length, 1);
    assert.deepEqual(open.said, [
      '3 A quotation mark of this row is never closed. It and all that follow are left out.',
    ]);
    const long = await readSet(`prompt\na\n${'x'.repeat(5_000_000)}\n`, 'set.csv');
    assert.deepEqual(long.said, ['3 This row is longer than 4 MB. It and all that follow are left out.']);
  });

  it('can’t have two columns of one name, or too many', async () => {
    assert.deepEqual((await readSet('prompt,a,a\n1,2,3\n', 'set.csv')).said, [
      '1 fatal: Two columns are called “a”.',
    ]);
    assert.deepEqual((await readSet(`prompt${',x'.repeat(1_000_000)}\n`, 'set.csv')).said, [
      '1 fatal: This file has 1,000,001 columns. At most 1,000 can be read.',
    ]);
  });

  it('is told by what stands between most names, and a tab before all', async () => {
    for (const text of ['prompt\texpected, if any\na, b\tc\n', 'prompt;expected, if any;x\n"a, b";c;d\n'])
      assert.deepEqual((await readSet(text, 'set.csv')).prompts.map(asked), [['user: a, b']]);
  });

  it('says what it takes for the names of columns if that looks like a prompt', async () => {
    const said = async (text: string) => (await readSet(text, 'set.csv')).said;
    const [first] = await said('What is 2 + 2?\nWhat is 3 + 3?\n');
    assert.match(
      first ?? '',
      /^1 note: The first row is taken for the names of the columns: “What is 2 \+ 2\?”/,
    );
    assert.match((await said('Sum up this text.,42\na,b\n'))[0] ?? '', /^1 note: The first row/);
    for (const header of ['question', 'Question?', 'prompt,What was expected of it?'])
      assert.doesNotMatch((await said(`${header}\na,b\n`)).join(), /The first row/);
  });

  it('of promptfoo’s is asked with prefix and suffix, and is left out where a template has more than names', async () => {
    const { prompts, said } = await readSet(
      'prompt,city,__prefix,__suffix,__expected\n{{city}}?,Rome,In ,!,x\n{{city}}?,,,,x\n{{city | upper}},Rome,,,x\n{{other}},Rome,,,x\n',
      'set.csv',
    );
    assert.deepEqual(prompts.map(asked), [['user: In Rome?!'], ['user: ?']]);
    assert.deepEqual(said, [
      '4 Left out: the template has more than “{{name}}” (1).',
      '5 Left out: the variable “other” has no value (1).',
    ]);
    const [plain] = (await readSet('prompt,expected\n{{x | y}} {% z %},a\n', 'set.csv')).prompts;
    assert.deepEqual(plain && asked(plain), ['user: {{x | y}} {% z %}']);
  });

  it('of promptfoo’s may have a threshold', async () => {
    const { prompts } = await readSet(
      'prompt,__expected,__expected2,__threshold\na,contains:x,contains:y,0.5\nb,c,,half\nd,e,,1\n',
      'set.csv',
    );
    assert.deepEqual(
      prompts.map(({ expected, checks }) => [
        expected,
        checks.map(({ type, threshold }) => [type, threshold]),
      ]),
      [
        [undefined, [['assert-set', 0.5]]],
        ['c', []],
        [undefined, [['assert-set', 1]]],
      ],
    );
  });
});
