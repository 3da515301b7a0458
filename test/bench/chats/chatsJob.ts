import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { ChatSearch } from '../../../src/core/chats/transfer/chatSearch.ts';
import { silent } from '../harness/silent.ts';
import { type Stretch, timeStretch } from '../harness/timeStretch.ts';

const words = ['refund', 'tone 17', 'customer', 'sorry dear', 'nowhere', 'a', 'window', 'e', 'mail 99'];
const lists = 9;

export interface ChatTimes {
  /** A window that has never listed chats, without and with the list that an earlier one left; then repeated lists. */
  cold: Stretch;
  kept: Stretch;
  again: Stretch[];
  /** The first search, which reads the files, then one for each word. */
  firstSearch: Stretch;
  searches: Stretch[];
}

/** Writes chats into a temporary folder, lists `listed` of them and searches `searched`. */
export async function makeJob(): Promise<
  (counts: { listed: number; searched: number }) => Promise<ChatTimes>
> {
  return async ({ listed, searched }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
    try {
      const many = path.join(folder, 'many');
      await writeChats(many, listed);
      const listAll = async (store: ChatStore) => assertCount((await store.list()).length, listed);
      const cold = await timeStretch(() => listAll(new ChatStore(many, silent)));
      const store = new ChatStore(many, silent);
      const kept = await timeStretch(() => listAll(store));
      const again = await inTurn(Array(lists).fill(store), listAll);

      const some = path.join(folder, 'some');
      await writeChats(some, searched);
      const search = new ChatSearch(new ChatStore(some, silent), silent);
      const find = async (word: string) => search.searchChats(word);
      const firstSearch = await timeStretch(async () => assertCount((await find('refund')).length, searched));
      return { cold, kept, again, firstSearch, searches: await inTurn(words, find) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function inTurn<T>(inputs: readonly T[], work: (input: T) => Promise<unknown>): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  for (const input of inputs) stretches.push(await timeStretch(() => work(input)));
  return stretches;
}

function assertCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} chats were found, not ${expected}.`);
}

/** Writes files of chats with three exchanges each, as the extension does; about 9 KB per chat. */
async function writeChats(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const lines = recordsOf(id, index).map((record) => JSON.stringify(record));
    await writeFile(path.join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`);
  }
}

function recordsOf(id: string, index: number): object[] {
  const ts = 1_700_000_000_000 + index * 60_000;
  const by = { connectionId: 'acme', name: 'tone', settings: {}, column: 'c1' };
  const column = { id: 'c1', connectionId: 'acme', name: 'tone' };
  const meta = { v: 1, type: 'meta', id, ts, title: `Refund tone ${index}`, settings: {}, columns: [column] };
  const exchanges = [0, 1, 2].flatMap((turn) => {
    const after = turn === 0 ? {} : { c1: `a${turn - 1}` };
    const text = `Dear Customer ${index}, we are sorry about the window. `.repeat(50);
    const answer = { v: 1, type: 'answer', id: `a${turn}`, ts, question: `u${turn}`, ...by, at: ts };
    return [
      { v: 1, type: 'question', id: `u${turn}`, ts, text: `Rewrite mail ${index} for me.`, after },
      { ...answer, text, reasoning: '', state: 'complete' },
      { ...meta, columns: [{ ...column, last: `a${turn}` }] },
    ];
  });
  return [meta, ...exchanges];
}
