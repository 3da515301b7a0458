import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ChatRecord, readRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { type Conversation, isAnswer, type Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { killedByItself } from '../../files/copiedSteps.ts';
import {
  answerLine,
  chatId,
  column,
  metaLine,
  questionLine,
  silent,
  turnsIn,
  useFolder,
} from '../../fixtures.ts';
import { shownIn } from '../chatScript.ts';

/** A conversation as a session appends it: created, asked, checkpointed, ended, regenerated, renamed. */
const appends: ChatRecord[][] = [
  [metaLine({ title: '' })],
  [
    questionLine('u1', 'Grüße 😀'),
    answerLine('a1', 'u1', '', { state: 'streaming' }),
    metaLine({ columns: [column('tone', { last: 'a1' })] }),
  ],
  [answerLine('a1', 'u1', 'Hel', { state: 'streaming' })],
  [answerLine('a1', 'u1', 'Hello,\n"you"')],
  [
    answerLine('a2', 'u1', '', { state: 'streaming' }),
    metaLine({ columns: [column('tone', { last: 'a2' })] }),
  ],
  [answerLine('a2', 'u1', 'Здравствуйте')],
  [
    questionLine('u2', 'More', 'a2'),
    answerLine('a3', 'u2', '', { state: 'streaming' }),
    metaLine({ columns: [column('tone', { last: 'a3' })] }),
  ],
  [answerLine('a3', 'u2', 'Done', { state: 'stopped' })],
  [metaLine({ title: 'Renamed', columns: [column('tone', { last: 'a1' })] })],
];

/** The file after each append: its size, and what a reader must find from then on. */
interface Acknowledged {
  size: number;
  turns: Turn[];
  title: string;
}

describe('A chat whose window is killed', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const load = async (): Promise<Conversation | undefined> =>
    (await new ChatStore(folder(), silent).load(chatId))?.conversation;

  async function writeAll(): Promise<Acknowledged[]> {
    const store = new ChatStore(folder(), silent);
    const acknowledged: Acknowledged[] = [];
    for (const records of appends) {
      await store.append(chatId, records);
      const conversation = await load();
      assert.ok(conversation);
      const { size } = { size: (await readFile(path())).length };
      acknowledged.push({ size, turns: [...turnsIn(conversation).values()], title: conversation.title });
    }
    return acknowledged;
  }

  it('can be read wherever its write stopped, loses nothing acknowledged, and goes on', async () => {
    const acknowledged = await writeAll();
    const bytes = await readFile(path());
    // Every byte around the end of a line, and every fifth of what is torn within one.
    const isNearEnd = (length: number) => bytes.subarray(Math.max(0, length - 3), length + 3).includes(10);
    for (let length = 1; length <= bytes.length; length++) {
      if (length % 5 > 0 && !isNearEnd(length)) continue;
      await writeFile(path(), bytes.subarray(0, length));
      const kept = acknowledged.findLast(({ size }) => size <= length);
      // Each start appends another line, which must not stick to a torn one.
      await new ChatStore(folder(), silent).append(chatId, [questionLine('next', 'Next')]);
      const conversation = await load();
      assert.ok(conversation, `${length} bytes`);
      assert.equal(turnsIn(conversation).get('next')?.text, 'Next', `${length} bytes`);
      assertConsistent(conversation);
      for (const turn of kept?.turns ?? []) assertNotOlder(turnsIn(conversation).get(turn.id), turn, length);
      if (kept) assert.ok([kept.title, 'Renamed', 'Refund tone'].includes(conversation.title));
    }
  });

  for (const stop of [1, 400, 401, 1000, 2600]) {
    it(`keeps everything acknowledged, at byte ${stop} of its file`, async () => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'dyingChild.ts'), folder(), String(stop)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const exited = once(child, 'exit');
      const kept: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) kept.push(line);
      assert.deepEqual(await exited, killedByItself);
      assert.equal((await readFile(path())).length, stop);
      const lines = (await readFile(path(), 'utf8')).split('\n').filter(Boolean);
      const bad = lines.filter((line) => !readRecord(line).record);
      assert.ok(bad.length <= 1, 'A kill tears one line at most.');
      await new ChatStore(folder(), silent).append(chatId, [questionLine('after', 'After')]);
      const turns = turnsIn(await load());
      for (const id of kept) assert.ok(turns?.has(id), `${id} was lost`);
      assert.ok(turns?.has('after'));
    });
  }
});

/** The shown path is not empty and has no turn twice; no answer is still streaming. */
function assertConsistent(conversation: Conversation): void {
  const path = shownIn(conversation);
  assert.ok(path.length > 0);
  assert.equal(new Set(path).size, path.length);
  for (const turn of turnsIn(conversation).values()) assert.ok(!isAnswer(turn) || turn.state !== 'streaming');
}

/** A later checkpoint may have replaced it, but never an earlier one. */
function assertNotOlder(found: Turn | undefined, kept: Turn, length: number): void {
  assert.ok(found, `${kept.id} is lost at ${length} bytes`);
  assert.ok(found.text.startsWith(kept.text), `${kept.id} went back at ${length} bytes`);
}

const script = join(import.meta.dirname, 'appendingChild.ts');

function startChild(folder: string, name: string, count?: number): ChildProcess {
  const args = [script, folder, name, ...(count === undefined ? [] : [String(count)])];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('Several processes with one chat', function () {
  this.timeout(20_000);
  const folder = useFolder();
  const read = async () => {
    const stored = await new ChatStore(folder(), silent).load(chatId);
    assert.ok(stored);
    return turnsIn(stored.conversation);
  };

  it('lose nothing that was kept when one of them is killed while appending', async () => {
    const store = new ChatStore(folder(), silent);
    await store.append(chatId, [metaLine()]);
    for (const round of ['a', 'b']) {
      const child = startChild(folder(), round);
      const exited = once(child, 'exit');
      let kept = -1;
      assert.ok(child.stdout);
      for await (const line of createInterface({ input: child.stdout })) {
        kept = Number(line);
        if (kept === 20) child.kill('SIGKILL');
      }
      await exited;
      await store.append(chatId, [questionLine(`after-${round}`, 'More')]);
      const turns = await read();
      for (let index = 0; index <= kept; index++)
        assert.ok(turns.has(`${round}${index}`), `${round}${index}`);
      assert.ok(turns.has(`after-${round}`));
    }
    const lines = (await readFile(join(folder(), `${chatId}.jsonl`), 'utf8')).trimEnd().split('\n');
    const bad = lines.filter((line) => !readRecord(line).record);
    assert.ok(bad.length <= 2, 'A kill tears one line at most.');
  });

  it('keep each other’s lines whole and lose none over hundreds of appends each', async function () {
    this.timeout(60_000);
    const count = 300;
    await new ChatStore(folder(), silent).append(chatId, [metaLine()]);
    const children = ['a', 'b'].map((name) => startChild(folder(), name, count).on('error', assert.fail));
    for (const child of children) child.stdout?.resume();
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    assert.deepEqual(codes, [0, 0]);
    const turns = await read();
    assert.equal(turns.size, 2 * count);
    const texts = new Set([...turns.values()].map((turn) => turn.text));
    assert.deepEqual([...texts], ['word '.repeat(500)]);
    const text = await readFile(join(folder(), `${chatId}.jsonl`), 'utf8');
    // A process that reads while the other one writes takes the line for torn, and leaves an empty line.
    assert.equal(text.split('\n').filter(Boolean).length, 1 + 2 * count);
  });

  it('keep even very long lines whole', async () => {
    const stores = Array.from({ length: 4 }, () => new ChatStore(folder(), silent));
    await stores[0]?.append(chatId, [metaLine()]);
    const long = 'x'.repeat(2_000_000);
    await Promise.all(
      stores.flatMap((store, writer) =>
        [0, 1, 2].map((index) => store.append(chatId, [questionLine(`${writer}-${index}`, long)])),
      ),
    );
    assert.equal((await read()).size, 12);
  });
});
