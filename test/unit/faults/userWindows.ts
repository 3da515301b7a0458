import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, chunk, endChunks, events, inTurn } from '../../service/faults/answers.ts';
import { delta, doneEvent, finishEvent } from '../api/harness.ts';
import type { Arrangement, Cell, Unreachable, World } from './cell.ts';

const A = delta({ content: 'a' });
const idleMs = 300;
// Longer than the clock's limit plus the delay that it puts down to a busy process.
const asleepMs = idleMs + 800;

interface Window {
  child: ChildProcess;
  /** Resolves with the next line of its output. */
  nextLine(): Promise<string>;
}

function openWindow({ server, way }: World): Window {
  const script = path.join(import.meta.dirname, 'streamingChild.ts');
  const child = spawn(process.execPath, [script, server.url, way, String(idleMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, nextLine: async () => String((await lines.next()).value) };
}

/** A window reload kills the extension host at once; the service must notice. */
export const reloaded: Cell = {
  fault: 'window reloaded in the middle of a stream',
  script: () => inTurn(events(A)),
  act: async (world) => {
    const { child, nextLine } = openWindow(world);
    await nextLine();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { by, stage } = await (await world.server.connection(0)).closed;
    return `closed by the ${by} while ${stage}`;
  },
  expect: { chat: 'closed by the client while answering · 0 tries, 1 request' },
};

/** The machine sleeps longer than a stream's clocks allow; then the service continues where it stopped. */
export const slept: Cell = {
  fault: 'machine asleep for longer than the clocks allow',
  script: () => inTurn(answer(events(A))),
  arrange: (): Arrangement | Unreachable =>
    process.platform === 'win32' ? { unreachable: 'Windows cannot stop a process' } : {},
  act: async (world) => {
    const { child, nextLine } = openWindow(world);
    const exited = once(child, 'exit');
    await nextLine();
    child.kill('SIGSTOP');
    await pause(asleepMs);
    child.kill('SIGCONT');
    // The network comes back a little later than the machine.
    await pause(idleMs / 3);
    const connection = await world.server.connection(0);
    await connection.write(chunk(delta({ content: 'b' }) + finishEvent + doneEvent));
    await endChunks(connection, { method: '', path: '', headers: {}, body: '' });
    let line = await nextLine();
    while (line === 'event') line = await nextLine();
    await exited;
    return line.replace('end: ', '');
  },
  expect: { chat: '"ab", complete (stop) · 0 tries, 1 request' },
};
