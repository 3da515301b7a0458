import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { type ChatRecord, turnRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { foldText } from '../../../../../src/core/chats/disk/chatText.ts';
import { ChatSearch } from '../../../../../src/core/chats/transfer/chatSearch.ts';
import { alone, answerLine, column, metaLine, questionLine, silent, useFolder } from '../../fixtures.ts';

describe('The search over chats', () => {
  const folder = useFolder();
  let reads: number;
  let store: ChatStore;
  let search: ChatSearch;
  beforeEach(() => {
    reads = 0;
    const read = (path: string) => {
      reads += 1;
      return readFile(path, 'utf8');
    };
    store = new ChatStore(folder(), silent, { read });
    search = new ChatSearch(store, silent);
  });

  async function chat(title: string, said: string, ts: number): Promise<string> {
    const id = randomUUID();
    const reasoning = 'hidden thought';
    await store.append(id, [
      metaLine({ id, title, ts }),
      questionLine('u1', 'A question', undefined, ts),
      answerLine('a1', 'u1', said, { ts, reasoning }),
    ]);
    return id;
  }
  const found = async (query: string) =>
    (await search.searchChats(query)).map(({ summary }) => summary.title);

  it('finds every word in title or text, whatever the case and order', async () => {
    await chat('Refund tone', 'Dear customer, we are SORRY.', 1);
    await chat('Window functions', 'PARTITION BY customer', 2);
    assert.deepEqual(await found('customer'), ['Window functions', 'Refund tone']);
    assert.deepEqual(await found('sorry  CUSTOMER'), ['Refund tone']);
    assert.deepEqual(await found('refund sorry'), ['Refund tone']);
    assert.deepEqual(await found('partition refund'), []);
    assert.deepEqual(await found('ﬁne'), []);
  });

  it('finds a tool call by its name and arguments', async () => {
    const id = await chat('T', 'I look.', 1);
    const toolCalls = [{ id: 'c', name: 'get_weather', arguments: '{"city":"Oslo"}' }];
    await store.append(id, [answerLine('a2', 'u1', '', { toolCalls })]);
    const [{ found: hit } = {}] = await search.searchChats('oslo get_weather');
    assert.deepEqual([hit?.turn, hit?.snippet], ['a2', 'get_weather({"city":"Oslo"})']);
  });

  it('returns the last of the turns that match as well, as the chat shows the last version', async () => {
    const id = await chat('T', 'A real answer.', 1);
    await store.append(id, [
      answerLine('a2', 'u1', 'Another real answer.'),
      questionLine('u2', 'Really?', 'a2'),
    ]);
    const turnOf = async (query: string) => (await search.searchChats(query))[0]?.found?.turn;
    assert.deepEqual(
      [await turnOf('real answer'), await turnOf('real thing answer'), await turnOf('really')],
      [...['a2', undefined, 'u2']],
    );
  });

  const snippetOf = async (query: string) => (await search.searchChats(query))[0]?.found?.snippet ?? '';

  it('returns the turn, who said it, and the text around the first word on one line, cut between words', async () => {
    await chat('T', `${'wordy '.repeat(50)}the   needle\nin it ${'straw '.repeat(50)}`, 1);
    const [hit] = await search.searchChats('NEEDLE absent');
    assert.equal(hit, undefined);
    const [{ found } = {}] = await search.searchChats('straw NEEDLE');
    assert.equal(found?.turn, 'a1');
    assert.equal(found.name, 'tone');
    assert.deepEqual(found.words, ['straw', 'needle']);
    assert.match(found.snippet, /^…(?:wordy )+the needle in it (?:straw )+straw…$/u);
    assert.ok(found.snippet.length < 150);
    assert.equal((await search.searchChats('question'))[0]?.found?.name, undefined);
  });

  it('shows the word where one begins with it, else where it is within one', async () => {
    await chat('T', `ollama ${'straw '.repeat(50)}llamas ${'straw '.repeat(50)}漢字`, 1);
    assert.match(await snippetOf('llama'), /^…(?:straw )+llamas /u);
    assert.match(await snippetOf('字'), /漢字$/u);
  });

  it('finds what any column said, and keeps all models to itself while a blind question waits', async () => {
    const id = randomUUID();
    const columns = [column('base'), column('tone')];
    const blind = (isRevealed?: boolean): ChatRecord => {
      const order = ['c-tone', 'c-base'];
      const question = alone('u2', 'u1', 'Which?');
      return turnRecord({ ...question, blind: { order, ...(isRevealed && { isRevealed }) } }, 1000);
    };
    const ofBase = { name: 'base', column: 'c-base' };
    await store.append(id, [
      metaLine({ id, title: 'T', columns }),
      questionLine('u1', 'A question'),
      answerLine('a1', 'u1', 'One straw', ofBase),
      answerLine('a2', 'u1', 'One needle'),
    ]);
    const hit = async (query: string) => (await search.searchChats(query))[0]?.found;
    assert.deepEqual([(await hit('straw'))?.name, (await hit('needle'))?.name], ['base', 'tone']);
    assert.deepEqual([(await hit('straw'))?.turn, (await hit('needle'))?.turn], ['a1', 'a2']);
    const file = join(folder(), `${id}.jsonl`);
    const answers = [answerLine('a3', 'u2', 'A pin', ofBase), answerLine('a4', 'u2', 'A nail')];
    await store.append(id, [blind(), ...answers, metaLine({ id, title: 'T', columns, isBlind: true })]);
    const whole = await readFile(file);
    const assertHidden = async (query: string, turn: string) => {
      const [hidden] = await search.searchChats(query);
      assert.deepEqual([hidden?.found?.turn, hidden?.found?.name], [turn, '']);
      assert.doesNotMatch(JSON.stringify(hidden), /tone|base|acme/u);
    };
    for (const [query, turn] of [
      ['needle', 'a2'],
      ['pin', 'a3'],
      ['nail', 'a4'],
    ] as const)
      await assertHidden(query, turn);
    assert.equal((await hit('which'))?.name, undefined);
    for (let torn = whole.indexOf('A nail') + 10; torn < whole.length; torn += 9) {
      await writeFile(file, whole.subarray(0, torn));
      await assertHidden('pin', 'a3');
    }
    await writeFile(file, whole);
    await store.append(id, [blind(true)]);
    assert.deepEqual([(await hit('pin'))?.name, (await hit('nail'))?.name], ['base', 'tone']);
  });

  it('lists titles before texts, each newest first', async () => {
    await chat('Old needle', '', 1);
    await chat('Text', 'needle', 9);
    await chat('New needle', '', 2);
    assert.deepEqual(await found('needle'), ['New needle', 'Old needle', 'Text']);
    const [title] = await search.searchChats('needle');
    assert.equal(title?.found, undefined);
  });

  it('finds every chat for an empty query, and none by reasoning, settings or field names', async () => {
    await chat('One', 'x', 1);
    assert.deepEqual(await found('  '), ['One']);
    for (const query of ['thought', 'answer', 'connectionId', '{"v"'])
      assert.deepEqual(await found(query), []);
  });

  it('reads each file once, and again only if it changed', async () => {
    const id = await chat('One', 'first', 1);
    await chat('Two', 'second', 2);
    await search.prepare();
    assert.equal(reads, 2);
    await found('first');
    await found('second');
    assert.equal(reads, 2);
    await new ChatStore(folder(), silent).append(id, [answerLine('a1', 'u1', 'changed', { ts: 3 })]);
    assert.deepEqual(await found('changed'), ['One']);
    assert.deepEqual(await found('first'), []);
    await store.moveToTrash(id);
    assert.deepEqual(await found('changed'), []);
  });

  it('reads each file once for everything typed before the first result', async () => {
    await chat('One', 'first', 1);
    await chat('Two', 'second', 2);
    const [, , hits] = await Promise.all([search.prepare(), found('f'), found('fi'), found('fir')]);
    assert.deepEqual([hits, reads], [['One'], 2]);
  });

  it('never cuts a letter in two, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
        const id = await chat('T', `${text}needle${text}`, 1);
        const [hit] = await search.searchChats('needle');
        assert.ok(hit?.found && foldText(hit.found.snippet).isWellFormed());
        assert.match(foldText(hit.found.snippet), /needle/u);
        await store.delete(id);
      }),
      { numRuns: 50 },
    );
  });
});
