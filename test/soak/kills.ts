import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../service/random.ts';
import { acts } from '../unit/core/files/acts.ts';
import type { SoakOptions } from './runSoak.ts';

const script = join(import.meta.dirname, 'actingChild.ts');

/** Kills a process at random moments of each act, and asserts what must be true for the next window. */
export async function killActs({ folder, times, seed }: SoakOptions): Promise<string> {
  const random = createRandom(seed);
  const told: string[] = [];
  for (const [name, { prepare, check }] of Object.entries(acts)) {
    const before = join(folder, 'before');
    await mkdir(before, { recursive: true });
    await prepare?.(before);
    let wholeMs = 0;
    let killed = 0;
    for (let time = 0; time <= times; time++) {
      const place = join(folder, `${told.length} ${time}`);
      await cp(before, place, { recursive: true });
      const child = spawn(process.execPath, [script, place, name], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      await once(child.stdout, 'data');
      const start = performance.now();
      if (time > 0) {
        await pause(random() * wholeMs);
        child.kill('SIGKILL');
      }
      const [code, signal] = await exited;
      // The first one shows how long it takes.
      if (time === 0) wholeMs = performance.now() - start;
      if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${name} ended with ${code}.`);
      killed += signal === 'SIGKILL' ? 1 : 0;
      await check(place).catch((error) => {
        throw new Error(`${name}, ${place}`, { cause: error });
      });
    }
    told.push(
      `  ${name}: ${killed} of ${times} killed before the end (after up to ${Math.round(wholeMs)} ms)`,
    );
    await cp(join(folder, `${told.length - 1} 0`), before, { recursive: true, force: true });
  }
  return told.join('\n');
}
