import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import { createRandom } from '../service/random.ts';
import { chatId, column, metaLine, questionLine, silent } from '../unit/core/fixtures.ts';
import { openRuns, plan, prompts } from '../unit/core/promptSets/run/runBench.ts';
import type { SoakOptions } from './runSoak.ts';

const script = join(import.meta.dirname, 'writingChild.ts');

/** Longer than another window waits before it takes a lock over, in ms. */
export const stoppedMs = 42_000;
/** Each of two windows writes at most half as many. */
const promptCount = 40_000;

/** A window that writes numbers, and what it has said. */
class Writer {
  readonly written: number[] = [];
  readonly #child: ChildProcess;
  readonly #said = new Map<string, PromiseWithResolvers<void>>();
  readonly exited: Promise<unknown>;

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = once(this.#child, 'exit');
    const { stdout } = this.#child;
    assert.ok(stdout);
    createInterface({ input: stdout }).on('line', (line) => {
      if (/^\d+$/u.test(line)) this.written.push(Number(line));
      else this.#of(line).resolve();
    });
  }

  says(word: 'taken' | 'lost'): Promise<void> {
    return this.#of(word).promise;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.exited;
  }

  #of(word: string): PromiseWithResolvers<void> {
    const known = this.#said.get(word) ?? Promise.withResolvers<void>();
    this.#said.set(word, known);
    return known;
  }
}

/** Stops windows that write, for 42 s, while another one takes over: nothing that either was told is written is lost or hidden. */
export async function stopWriters({ folder, times, seed }: SoakOptions): Promise<string> {
  const random = createRandom(seed);
  const rounds = Math.max(1, Math.round(times / 8));
  let lines = 0;
  let late = 0;
  const work = Array.from({ length: 2 * rounds }, async (_, at) => {
    const kind = at % 2 === 0 ? 'run' : 'chat';
    const place = join(folder, `${kind} ${at}`);
    const id = kind === 'run' ? await newRun(place) : await newChat(place);
    const one = new Writer(kind, place, id, 'a', '0', String(promptCount / 2));
    await one.says('taken');
    await pause(500 + random() * 1000);
    one.signal('SIGSTOP');
    const stopped = performance.now();
    const other = new Writer(kind, place, id, 'b', String(promptCount / 2), String(promptCount));
    await other.says('taken');
    await pause(stoppedMs - (performance.now() - stopped));
    const before = one.written.length;
    one.signal('SIGCONT');
    await one.says('lost');
    await one.exited;
    late += one.written.length - before;
    await pause(500);
    await other.end();
    lines += one.written.length + other.written.length;
    await (kind === 'run' ? assertRun : assertChat)(place, id, one.written, other.written);
  });
  await Promise.all(work);
  return `  ${rounds} runs and ${rounds} chats stopped for 42 s and taken over: ${lines} writes, none lost, hidden or torn; ${late} came late`;
}

async function newRun(folder: string): Promise<string> {
  const { store, locks } = openRuns(folder);
  const file = await store.create({ ...plan, models: plan.models.slice(0, 1) }, prompts(promptCount));
  await file.release();
  locks.dispose();
  return file.run.id;
}

async function newChat(folder: string): Promise<string> {
  const store = new ChatStore(folder, silent);
  await store.append(chatId, [
    questionLine('first', 'Hi'),
    metaLine({ columns: [column('tone', { last: 'first' })] }),
  ]);
  return chatId;
}

async function assertWhole(path: string): Promise<void> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  for (const line of lines) JSON.parse(line);
}

async function assertRun(
  folder: string,
  id: string,
  one: readonly number[],
  other: readonly number[],
): Promise<void> {
  const { store, locks } = openRuns(folder);
  await assertWhole(join(store.folder, id, 'results.jsonl'));
  const file = await store.open(id);
  assert.ok(file);
  assert.equal(file.unreadable, 0);
  for (const [name, written] of [
    ['a', one],
    ['b', other],
  ] as const)
    for (const prompt of written)
      assert.equal((await file.result({ prompt, model: 0, repetition: 0 }))?.text, name, `${name}${prompt}`);
  locks.dispose();
}

async function assertChat(
  folder: string,
  id: string,
  one: readonly number[],
  other: readonly number[],
): Promise<void> {
  await assertWhole(join(folder, `${id}.jsonl`));
  const { conversation } = (await new ChatStore(folder, silent).load(id)) ?? {};
  assert.ok(conversation);
  for (const [name, written] of [
    ['a', one],
    ['b', other],
  ] as const)
    for (const number of written)
      assert.ok(conversation.questions.has(`${name}${number}`), `${name}${number}`);
  // What the window that has the chat wrote last is what it shows.
  assert.equal(conversation.columns[0].last, `b${other.at(-1)}`);
}
