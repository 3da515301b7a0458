import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChatFile, splitLines } from '../../../../../src/core/chats/disk/chatFile.ts';
import { listedModels } from '../../../../../src/core/chats/disk/chatSummary.ts';
import { recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { hidesModels } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { chatId } from '../../fixtures.ts';
import { compared, tableOf, useBench } from '../chatScript.ts';

type Line = Record<string, unknown>;

describe('The file of a chat with several columns', () => {
  const path = () => join(bench.folder, `${chatId}.jsonl`);
  const whole = [
    ['one', 'base: one', 'tone: one'],
    ['two', 'base: two', 'tone: two'],
  ];
  const bench = useBench(compared);
  beforeEach(async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
  });
  const lines = async () => splitLines(await readFile(path(), 'utf8'));
  const read = (some: readonly string[]) => readChatFile(chatId, some).stored?.conversation;

  /** Reads the file with its lines about itself changed. */
  async function changed(change: (line: Line) => Line) {
    const some = (await lines()).map((line) => JSON.parse(line) as Line);
    return read(some.map((line) => JSON.stringify(line['type'] === 'meta' ? change(line) : line)));
  }

  it('is read back as it was', async () => {
    await bench.answerBy('third', 'third', () =>
      bench.session.addColumn({ connectionId: 'acme', name: 'third' }),
    );
    bench.session.setSettings({ seed: 7 }, bench.id('tone'));
    await bench.session.vote(bench.question('two'), bench.id('third'));
    await bench.session.closeColumn(bench.id('base'));
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('three');
    await bench.session.setBlind(true);
    await bench.exchangeAll('four');
    await bench.session.set({ isOneAtATime: true });
    const stored = await bench.stored();
    // A file is as old as its first line.
    assert.deepEqual({ ...stored, createdAt: 1000 }, bench.session.conversation);
  });

  it('shows what was sent alone or blind in all columns, wherever it is torn, and then hides its models', async () => {
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('alone');
    const aloneFrom = (await readFile(path())).length;
    await bench.session.setBlind(true);
    await bench.exchangeAll('blind');
    const bytes = await readFile(path());
    for (
      let length = 1 + bytes.indexOf('\n', bytes.indexOf('"text":"alone"'));
      length <= bytes.length;
      length += 5
    ) {
      const torn = read(splitLines(bytes.subarray(0, length).toString('utf8')));
      assert.ok(torn);
      const [one, two, alone, blind] = tableOf(torn);
      assert.deepEqual([one, two], whole, `${length} bytes`);
      assert.equal(alone?.[0], 'alone', `${length} bytes`);
      if (length >= aloneFrom) assert.deepEqual(alone, ['alone', 'base: alone', 'tone: alone']);
      assert.deepEqual(
        blind?.[0],
        bytes.subarray(aloneFrom, length).includes('"text":"blind"') && blind ? 'blind' : undefined,
      );
      assert.equal(hidesModels(torn), blind !== undefined);
      assert.deepEqual(listedModels(torn).models.length, blind ? 0 : 2);
    }
  });

  it('derives its columns from its answers if all lines about itself are damaged', async () => {
    const derived = await changed(() => ({}));
    assert.ok(derived);
    assert.deepEqual(tableOf(derived), whole);
    assert.deepEqual(
      derived.columns.map(({ id, name }) => [id, name]),
      [
        ['c-base', 'base'],
        ['c-tone', 'tone'],
      ],
    );
  });

  for (const [what, change] of [
    ['no columns', { columns: [] }],
    ['columns that are none', { columns: 'none' }],
    ['a column without a model', { columns: [{ id: 'c-base' }, 7] }],
    ['closed columns that are none', { closed: {} }],
    ['ends that are lost', undefined],
  ] as const) {
    it(`keeps its turns with ${what}`, async () => {
      const lost = (line: Line): Line => ({
        ...line,
        columns: (line['columns'] as Line[]).map((one) => ({ ...one, last: 'lost', shown: 7, settings: 7 })),
      });
      const conversation = await changed((line) => (change ? { ...line, ...change } : lost(line)));
      assert.ok(conversation);
      assert.deepEqual(tableOf(conversation), whole);
      assert.equal(conversation.title, 'one');
    });
  }

  it('has each column once, at most four, and the others among the closed ones', async () => {
    const twice = await changed((line) => ({
      ...line,
      columns: [...(line['columns'] as Line[]), ...(line['columns'] as Line[])],
    }));
    assert.deepEqual(
      twice?.columns.map(({ name }) => name),
      ['base', 'tone'],
    );
    const many = await changed((line) => ({
      ...line,
      columns: Array.from({ length: 6 }, (_, at) => ({ id: `x${at}`, connectionId: 'acme', name: `m${at}` })),
    }));
    assert.deepEqual([many?.columns.length, many?.closed?.map(({ name }) => name)], [4, ['m4', 'm5']]);
  });

  it('hides the next models if it can’t be read whether they are hidden, and those of a question too', async () => {
    assert.equal((await changed((line) => ({ ...line, isBlind: 'sometimes' })))?.isBlind, true);
    await bench.session.setBlind(true);
    await bench.exchangeAll('blind');
    for (const damage of [
      '"blind":7',
      '"blind":{"order":7,"isRevealed":true}',
      '"blind":{"isRevealed":true}',
    ]) {
      const some = (await lines()).map((line) => line.replace(/"blind":\{[^}]*\}/u, damage));
      const conversation = read(some);
      assert.ok(conversation && hidesModels(conversation), damage);
      assert.deepEqual(tableOf(conversation).at(-1), ['blind', 'base: blind', 'tone: blind']);
      assert.deepEqual(listedModels(conversation), { models: [], isHidden: true });
    }
  });

  it('shows a question whose answers were torn off in every column that it followed', async () => {
    const some = await lines();
    const first = some.findIndex((line) => line.includes('"text":"two"'));
    const torn = read(some.slice(0, first + 1));
    assert.deepEqual(torn && tableOf(torn), [whole[0], ['two', '-', '-']]);
  });

  it('says which columns it has from its first line on, also if it was written all at once', () => {
    const [first] = recordsOf(bench.session.conversation);
    assert.ok(first?.type === 'meta');
    assert.equal(first.columns.length, 2);
  });

  it('has what came of each column, and all as cut off, if the window dies in the middle', async () => {
    const { of, done } = await bench.start(() => bench.session.send('three'));
    of('base').say('half of base');
    of('tone').say('half of tone');
    const stored = await bench.stored();
    const cut = [...stored.answers.values()].filter(({ state }) => state === 'cut');
    assert.equal(cut.length, 2);
    assert.deepEqual(tableOf(stored).at(-1), ['three', '', '']);
    of('base').finish();
    of('tone').finish();
    await done;
  });

  it('loses a vote whose line is damaged, and nothing else', async () => {
    await bench.session.vote(bench.question('one'), undefined);
    await bench.session.vote(bench.question('two'), bench.id('tone'));
    const some = (await lines()).map((line) =>
      line.includes('"type":"vote"') && line.includes('"best"')
        ? line.replace('"among":[', '"among":[7,')
        : line,
    );
    await writeFile(path(), `${some.join('\n')}\n`);
    const stored = await bench.stored();
    assert.deepEqual([stored.votes, tableOf(stored)], [bench.session.conversation.votes.slice(0, 1), whole]);
  });
});
