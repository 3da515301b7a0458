import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import { errorCode } from '../../src/core/files/errorCode.ts';
import { exportBatch } from '../../src/core/promptSets/batch/exportBatch.ts';
import { exportInto } from '../../src/core/promptSets/batch/exportInto.ts';
import { createRandom } from '../service/random.ts';
import { DeletionBench, many } from '../unit/core/deletion/deletionBench.ts';
import { runActs } from '../unit/core/files/runActs.ts';
import { chatId, metaLine, questionLine, silent } from '../unit/core/fixtures.ts';
import { openRuns, plan, prompts } from '../unit/core/promptSets/run/runBench.ts';
import type { SoakOptions } from './runSoak.ts';

const run = promisify(execFile);
const diskBytes = 4 * 1024 * 1024;

/**
 * What is written on a disk until that is full. `fill` leaves at most so much room, in bytes, and `empty` gives it back. Returns how many
 * writes were told.
 */
type Case = (
  disk: string,
  fill: (mostRoom: number) => Promise<void>,
  empty: () => Promise<void>,
) => Promise<number>;

async function isFull(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') return true;
    throw error;
  }
}

const cases: Record<string, Case> = {
  async 'answers of a run'(disk, fill, empty) {
    const { store, locks } = openRuns(disk);
    const file = await store.create(plan, prompts(400));
    await fill(64 * 1024);
    let kept = 0;
    const answer = (prompt: number) =>
      file.add({
        ...{ is: 'result', prompt, model: 0, repetition: 0, attempt: 1, state: 'complete', at: 1 },
        ...{ text: 'word '.repeat(50), reasoning: '', figures: { durationMs: 1 }, settings: {} },
      });
    while (kept < 400 && !(await isFull(answer(kept)))) kept += 1;
    await empty();
    // The same window goes on, and the next one has all of it.
    if (kept < 400) await answer(kept);
    await file.release();
    const again = await store.open(file.run.id);
    assert.equal(again?.index.counts(0).complete, Math.min(400, kept + 1));
    assert.equal(again.unreadable, 0);
    locks.dispose();
    return kept;
  },
  async 'results that are imported'(disk, fill, empty) {
    const { prepare, act, check } = runActs['results that are imported'] ?? assert.fail();
    await prepare?.(disk);
    await fill(12 * 1024);
    const isRefused = await isFull(act(disk));
    await empty();
    await check(disk);
    return isRefused ? 0 : 1;
  },
  async 'a new run'(disk, fill, empty) {
    const { store, locks } = openRuns(disk);
    await mkdir(store.folder, { recursive: true });
    await fill(128 * 1024);
    const isRefused = await isFull(store.create(plan, prompts(300)).then((file) => file.release()));
    const left = (await readdir(store.folder)).filter((name) => !name.endsWith('.lock'));
    assert.equal(left.length, isRefused ? 0 : 1);
    await empty();
    locks.dispose();
    return isRefused ? 0 : 1;
  },
  async 'a deletion'(disk, fill, empty) {
    const bench = new DeletionBench(disk, many(60));
    await fill(24 * 1024);
    const begun = await bench.run().catch((error) => {
      if (errorCode(error) !== 'ENOSPC') throw error;
      return undefined;
    });
    await empty();
    const sent = bench.service.requests.filter((request) => request.startsWith('DELETE'));
    const recorded = new Set((await bench.journaled()).map((line) => line.replace(/[:?].*$/u, '')));
    for (const request of sent) assert.ok(recorded.has(request.slice('DELETE '.length)), request);
    if (!begun) assert.equal(sent.length, 0);
    for (const { lora, outcome } of begun ?? [])
      if (outcome.is === 'deleted') assert.ok(!bench.service.present.has(lora.name));
      else assert.ok(outcome.is === 'notTried' || outcome.is === 'unknown', outcome.is);
    bench.locks.dispose();
    return sent.length;
  },
  async 'a chat'(disk, fill, empty) {
    const folder = join(disk, 'chats');
    const store = new ChatStore(folder, silent);
    await store.append(chatId, [metaLine(), questionLine('u', 'Hi')]);
    await fill(64 * 1024);
    const turn = (number: number) =>
      store.append(chatId, [questionLine(`u${number}`, 'word '.repeat(50), 'u')]);
    let kept = 0;
    while (kept < 400 && !(await isFull(turn(kept)))) kept += 1;
    const text = await readFile(join(folder, `${chatId}.jsonl`), 'utf8');
    assert.ok(text.endsWith('\n'), 'What failed stayed.');
    await empty();
    await turn(kept);
    assert.equal((await store.load(chatId))?.conversation.questions.size, kept + 2);
    return kept;
  },
  async 'a batch'(disk, fill, empty) {
    const { store, locks } = openRuns(join(disk, '..', 'roomy'));
    const file = await store.create(plan, prompts(150));
    const folder = join(disk, 'out');
    await mkdir(folder);
    await writeFile(join(folder, 'refunds.run.json'), 'mine');
    await fill(200 * 1024);
    const { signal } = new AbortController();
    const written = exportInto(
      folder,
      (open) => exportBatch(file, open, { signal }),
      () => undefined,
    );
    const isRefused = await isFull(written);
    const names = (await readdir(folder)).toSorted();
    if (isRefused) {
      assert.deepEqual(names, ['refunds.run.json']);
      assert.equal(await readFile(join(folder, 'refunds.run.json'), 'utf8'), 'mine');
    } else {
      const { files, about } = await written;
      for (const name of files.flat())
        assert.equal((await readFile(join(folder, name), 'utf8')).trimEnd().split('\n').length, 150);
      assert.equal(JSON.parse(await readFile(join(folder, about), 'utf8')).prompts.length, 150);
    }
    await empty();
    await file.release();
    locks.dispose();
    return isRefused ? 0 : 1;
  },
};

/** Fills a real disk while things are written to it: what was told is kept, what was not is said, and all goes on once there is room. */
export async function fillDisks({ folder, times, seed }: SoakOptions): Promise<string> {
  const random = createRandom(seed);
  const told: string[] = [];
  for (const [name, work] of Object.entries(cases)) {
    let kept = 0;
    let full = 0;
    for (let time = 0; time < times; time++) {
      const disk = join(folder, 'disk');
      await mkdir(disk, { recursive: true });
      await run('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'soak', disk]);
      try {
        const filler = join(disk, 'filler');
        const fill = async (mostRoom: number) => {
          const { bavail, bsize } = await statfs(disk);
          const room = Math.floor(random() * mostRoom);
          await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - room)));
        };
        const count = await work(disk, fill, () => rm(filler));
        kept += count;
        full += count === 0 ? 1 : 0;
      } finally {
        await run('umount', [disk]);
        await rm(join(folder, 'roomy'), { recursive: true, force: true });
      }
    }
    told.push(`  ${name}: ${times} full disks, ${kept} writes told and kept, ${full} times none`);
  }
  return told.join('\n');
}
