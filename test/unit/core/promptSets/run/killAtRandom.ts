// Kills a run's process at random moments and asserts that nothing was lost, and nothing asked again but what was under way.
// With 200 kills:
//   node test/unit/core/promptSets/run/killAtRandom.ts 200 [SEED]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parsedJson } from '../../../../../src/base/json.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { type RunCell, readRunLine } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { createRandom } from '../../../../service/random.ts';
import { startService } from '../../../../service/service.ts';
import { cellsOf, openRuns, plan, prompts } from './runBench.ts';

const script = join(import.meta.dirname, 'dyingRun.ts');

/** Requests that a life of the process may send before it is killed. */
const maxRequests = 12;
/** How long after the last of them it is killed, in milliseconds. */
const maxDelayMs = 12;

export async function killAtRandom(
  folder: string,
  { kills, seed }: { kills: number; seed: number },
): Promise<{ answers: number; again: number }> {
  const random = createRandom(seed);
  await using stack = new AsyncDisposableStack();
  const service = await startService({ tokensPerSecond: 2000 });
  stack.defer(() => service.close());
  const first = openRuns(folder);
  const made = await first.store.create(plan, prompts(kills * maxRequests));
  await made.release();
  const { id } = made.run;
  let before = await first.store.open(id);
  /** How often each answer was asked for. */
  const asked = new Map<string, number>();

  for (let life = 0; life <= kills; life += 1) {
    service.clearRequests();
    const isLast = life === kills;
    if (isLast) service.tokensPerSecond = Number.POSITIVE_INFINITY;
    const child = spawn(process.execPath, [script, folder, service.url, id], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    if (!isLast) {
      let count = Math.ceil(random() * maxRequests);
      await service.nextRequest(() => --count === 0);
      await pause(random() * maxDelayMs);
      child.kill('SIGKILL');
    }
    await exited;

    const after = await first.store.open(id);
    assert.ok(before && after);
    const sent = service.requests.flatMap(({ body }) => cellOf(after, JSON.parse(body)));
    for (const cell of sent) {
      const what = `${JSON.stringify(cell)} in life ${life}`;
      assert.notEqual(before.index.facts(cell).state, 'complete', `asked again: ${what}`);
      assert.notEqual(after.index.facts(cell).state, 'missing', `not on record: ${what}`);
      asked.set(JSON.stringify(cell), (asked.get(JSON.stringify(cell)) ?? 0) + 1);
    }
    for (const cell of cellsOf(after)) {
      if (before.index.facts(cell).state !== 'complete') continue;
      assert.deepEqual(await after.result(cell), await before.result(cell), `lost: ${JSON.stringify(cell)}`);
    }
    before = after;
  }

  assert.ok(before);
  assert.equal(before.index.state, 'complete');
  const marks = await readMarks(join(first.store.folder, id, 'results.jsonl'));
  for (const cell of cellsOf(before)) {
    const key = JSON.stringify(cell);
    assert.equal(before.index.facts(cell).state, 'complete', key);
    assert.ok((asked.get(key) ?? 0) >= 1, `never asked: ${key}`);
    assert.ok((asked.get(key) ?? 0) <= 1 + (marks.get(key) ?? 0), `asked again without a mark: ${key}`);
  }
  const again = [...asked.values()].filter((times) => times > 1).length;
  first.locks.dispose();
  return { answers: before.index.size, again };
}

function cellOf(file: RunFile, body: { model: string; messages: { content: string }[] }): RunCell[] {
  const prompt = Number(/^Question (\d+)\?$/u.exec(body.messages.at(-1)?.content ?? '')?.[1] ?? Number.NaN);
  // The warm-up asks something else.
  if (Number.isNaN(prompt)) return [];
  return [{ prompt, model: file.run.models.findIndex(({ name }) => name === body.model), repetition: 0 }];
}

/** How often each answer was marked as under way. */
async function readMarks(path: string): Promise<Map<string, number>> {
  const marks = new Map<string, number>();
  for (const text of (await readFile(path, 'utf8')).split('\n')) {
    const line = readRunLine(parsedJson(text));
    if (line?.is !== 'begun') continue;
    for (const cell of line.underWay)
      marks.set(JSON.stringify(cell), (marks.get(JSON.stringify(cell)) ?? 0) + 1);
  }
  return marks;
}

if (process.argv[1] === import.meta.filename) {
  const folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
  const [, , kills = '200', seed = '1'] = process.argv;
  const { answers, again } = await killAtRandom(folder, { kills: Number(kills), seed: Number(seed) });
  console.log(
    `${kills} kills, ${answers} answers: none lost, ${again} asked again, each marked as under way.`,
  );
  await rm(folder, { recursive: true, force: true });
}
