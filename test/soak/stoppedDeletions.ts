import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DeletionJournal } from '../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../src/core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../src/core/files/locks/ownerLocks.ts';
import { createRandom } from '../service/random.ts';
import { startService } from '../service/service.ts';
import { silent } from '../unit/core/fixtures.ts';
import type { SoakOptions } from './runSoak.ts';
import { stoppedMs } from './stops.ts';

const script = join(import.meta.dirname, '../unit/core/deletion/dyingDeletion.ts');
const loraCount = 200;

/** Stops deletions of 200 LoRAs for 42 s, while another window takes them over: they send nothing more, and all is on record. */
export async function stopDeletions({ folder, times, seed }: SoakOptions): Promise<string> {
  const random = createRandom(seed);
  const rounds = Math.max(1, Math.round(times / 8));
  let sent = 0;
  const work = Array.from({ length: rounds }, async (_, at) => {
    const place = join(folder, `deletion ${at}`);
    await mkdir(place);
    const service = await startService({ keys: ['sample-key'] });
    const [lora] = service.catalog.loras;
    assert.ok(lora);
    const many = Array.from({ length: loraCount }, (_, number) => ({ ...lora, name: `tone-${number}` }));
    service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, ...many);
    let left = 1 + Math.floor(random() * (loraCount - 20));
    const reached = service.nextRequest(({ method }) => method === 'DELETE' && --left === 0);
    const child = spawn(process.execPath, [script, place, service.url, 'sample-key'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    await reached;
    child.kill('SIGSTOP');
    const stopped = performance.now();
    const deletions = join(place, 'deletions');
    const locks = new OwnerLocks(deletions, silent);
    const journal = new DeletionJournal(join(place, 'deleted.jsonl'));
    const open = new OpenDeletions(deletions, journal, locks, silent);
    let orphans = await open.orphaned();
    while (orphans.length === 0) {
      await pause(500);
      orphans = await open.orphaned();
    }
    await pause(stoppedMs - (performance.now() - stopped));
    const requests = () => service.requests.filter(({ method }) => method === 'DELETE');
    const before = requests().length;
    child.kill('SIGCONT');
    await exited;
    assert.equal(requests().length, before, 'It went on.');
    sent += before;
    const { entries } = await journal.read(() => undefined);
    const gone = many.filter(({ name }) => !service.catalog.loras.some((one) => one.name === name));
    const recorded = new Set(entries.map(({ name }) => name));
    for (const { name } of gone) assert.ok(recorded.has(name), `${name} is not on record.`);
    locks.dispose();
    await service.close();
  });
  await Promise.all(work);
  return `  ${rounds} deletions stopped for 42 s and taken over: ${sent} DELETEs before, none after, all on record`;
}
