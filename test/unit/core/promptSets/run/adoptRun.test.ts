import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adoptRun } from '../../../../../src/core/promptSets/run/adoptRun.ts';
import { resultsName } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { Run } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { useFolder } from '../../fixtures.ts';
import { askService, cellsOf, openRuns, plan, prompts, runAll } from './runBench.ts';

const right = askService(async function* ({ messages }) {
  yield {
    type: 'text',
    text: String(messages.at(-1)?.content).replace('Question', 'Answer').slice(0, -1),
  };
  yield { type: 'finish', reason: 'stop', complete: true };
});

/** In pieces that end anywhere. */
async function* inPieces(bytes: Buffer, size = 100): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('A run that was made elsewhere', () => {
  const folder = useFolder();

  /** Another machine's run of three prompts, with all answers, and where its prompts end. */
  async function made(): Promise<{ run: Run; bytes: Buffer; begun: number }> {
    const { store, locks } = openRuns(join(folder(), 'elsewhere'));
    const file = await store.create(plan, prompts(3));
    const path = join(store.folder, file.run.id, resultsName);
    const begun = (await readFile(path)).length;
    await runAll(file, right);
    await file.release();
    locks.dispose();
    return { run: { ...file.run }, bytes: await readFile(path), begun };
  }

  function here() {
    const { store, locks } = openRuns(join(folder(), 'here'));
    const adopt = (run: Run, bytes: Buffer) => adoptRun(store, run, inPieces(bytes));
    const kept = (run: Run) => readFile(join(store.folder, run.id, resultsName));
    return { store, locks, adopt, kept };
  }

  it('gets what came since whenever it is taken over again, wherever it was cut off', async () => {
    const { run, bytes, begun } = await made();
    const { store, locks, adopt, kept } = here();
    assert.equal(await adopt(run, bytes.subarray(0, begun)), 'made');
    const shown = await store.open(run.id);
    assert.equal(shown?.index.answered, 0);
    for (const length of [begun + 1, begun + 450, bytes.length - 10, bytes.length, bytes.length]) {
      assert.equal(await adopt(run, bytes.subarray(0, length)), 'upToDate');
      assert.deepEqual(await kept(run), bytes.subarray(0, length));
      await shown?.refresh();
    }
    assert.equal(shown?.index.answered, 6);
    assert.equal(shown?.index.state, 'complete');
    locks.dispose();
  });

  it('keeps what it has if that is more', async () => {
    const { run, bytes, begun } = await made();
    const { locks, adopt, kept } = here();
    await adopt(run, bytes);
    assert.equal(await adopt(run, bytes.subarray(0, begun)), 'upToDate');
    assert.deepEqual(await kept(run), bytes);
    locks.dispose();
  });

  it('stays as it is, and is said to, if it was changed here, too', async () => {
    const { run, bytes, begun } = await made();
    const { store, locks, adopt, kept } = here();
    await adopt(run, bytes.subarray(0, begun));
    const file = await store.open(run.id);
    assert.ok(file && (await file.claim()));
    assert.equal(await adopt(run, bytes), 'taken');
    await runAll(file, right);
    await file.release();
    const own = await kept(run);
    assert.equal(await adopt(run, bytes), 'changed');
    assert.deepEqual(await kept(run), own);
    assert.equal(
      [...cellsOf(file)].every((cell) => file.index.facts(cell).state === 'complete'),
      true,
    );
    locks.dispose();
  });
});
