// How fast kept chats are listed and searched, and for how long that blocks the event loop:
//   node test/bench/chatList.ts [CHATS]
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChatSearch } from '../../src/core/chatSearch.ts';
import { ChatStore } from '../../src/core/chatStore.ts';

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // A measurement has no reader for a log.
}

export interface ChatListFigures {
  chats: number;
  megabytes: number;
  /** Milliseconds. A window that has never listed, without and with the list that an earlier one left. */
  coldMs: number;
  coldWithCacheMs: number;
  /** The median of nine; then its share of the main thread, which a busy machine does not stretch. */
  warmMs: number;
  warmCpuMs: number;
  /** The longest that the event loop was kept from anything else, in time of the main thread. */
  coldBlockedMs: number;
  warmBlockedMs: number;
  searchChats: number;
  /** The first search, which reads; then the median of nine words. */
  firstSearchMs: number;
  searchMs: number;
  searchCpuMs: number;
  searchBlockedMs: number;
}

/** Writes `count` chats of three exchanges, lists them, and searches a thousand of them. */
export async function measureChatList(count = 10_000, searched = 1000): Promise<ChatListFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
  try {
    const bytes = await writeChats(path.join(folder, 'all'), count);
    await writeChats(path.join(folder, 'some'), searched);
    const all = () => new ChatStore(path.join(folder, 'all'), silent);
    const cold = await timed(() => all().list());
    const store = all();
    const cached = await timed(() => store.list());
    const warm = await medianOf(9, () => store.list());
    const search = new ChatSearch(new ChatStore(path.join(folder, 'some'), silent), silent);
    const words = ['refund', 'tone 17', 'customer', 'sorry dear', 'nowhere', 'a', 'window', 'e', 'mail 99'];
    const first = await timed(() => search.searchChats('refund'));
    let next = 0;
    const found = await medianOf(words.length, () => search.searchChats(words[next++] ?? ''));
    return {
      chats: count,
      megabytes: bytes / 1e6,
      coldMs: cold.ms,
      coldWithCacheMs: cached.ms,
      warmMs: warm.ms,
      warmCpuMs: warm.cpuMs,
      coldBlockedMs: cold.blockedMs,
      warmBlockedMs: warm.blockedMs,
      searchChats: searched,
      firstSearchMs: first.ms,
      searchMs: found.ms,
      searchCpuMs: found.cpuMs,
      searchBlockedMs: Math.max(first.blockedMs, found.blockedMs),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Timed {
  ms: number;
  /** Of the main thread. */
  cpuMs: number;
  blockedMs: number;
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const stretches = watchStretches();
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.threadCpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, blockedMs: await stretches.end() };
}

/** The longest work between two turns of the event loop, in milliseconds of the thread: waiting for a busy machine is not ours. */
function watchStretches(): { end(): Promise<number> } {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = used();
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    async end() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      clearInterval(timer);
      return longest;
    },
  };
}

async function medianOf(times: number, work: () => Promise<unknown>): Promise<Timed> {
  const runs: Timed[] = [];
  for (let run = 0; run < times; run++) runs.push(await timed(work));
  const median = (of: (run: Timed) => number) => runs.map(of).sort((a, b) => a - b)[times >> 1] ?? 0;
  return {
    ms: median(({ ms }) => ms),
    cpuMs: median(({ cpuMs }) => cpuMs),
    blockedMs: Math.max(...runs.map(({ blockedMs }) => blockedMs)),
  };
}

/** As the extension writes them; about 9 KB each. Returns how many bytes they are. */
async function writeChats(folder: string, count: number): Promise<number> {
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const id = randomUUID();
    const lines = recordsOf(id, index).map((record) => JSON.stringify(record));
    const text = `${lines.join('\n')}\n`;
    bytes += text.length;
    await writeFile(path.join(folder, `${id}.jsonl`), text);
  }
  return bytes;
}

function recordsOf(id: string, index: number): object[] {
  const ts = 1_700_000_000_000 + index * 60_000;
  const meta = {
    v: 1,
    type: 'meta',
    id,
    ts,
    title: `Refund tone ${index}`,
    connectionId: 'acme',
    model: 'tone',
    settings: {},
  };
  const records: object[] = [meta];
  for (let turn = 0; turn < 3; turn++) {
    const parent = turn === 0 ? {} : { parent: `a${turn - 1}` };
    records.push({
      v: 1,
      type: 'user',
      id: `u${turn}`,
      ts,
      text: `Rewrite mail ${index} for me.`,
      ...parent,
    });
    const answer = {
      type: 'assistant',
      id: `a${turn}`,
      parent: `u${turn}`,
      model: 'tone',
      connectionId: 'acme',
    };
    const text = `Dear Customer ${index}, we are sorry about the window. `.repeat(50);
    const rest = { settings: {}, text, reasoning: '', state: 'complete', at: ts };
    records.push({ v: 1, ts, ...answer, ...rest }, { ...meta, leaf: `a${turn}` });
  }
  return records;
}

if (import.meta.main) {
  const [, , count = '10000'] = process.argv;
  for (const [name, value] of Object.entries(await measureChatList(Number(count)))) {
    console.log(`${name.padEnd(18)} ${Number(value.toFixed(1))}`);
  }
}
