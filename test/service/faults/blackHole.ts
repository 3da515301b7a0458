import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// A full backlog takes a few more connections than its number.
const maxFillers = 8;
const listenerScript = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(String(this.address().port));
});`;

export interface BlackHole {
  port: number;
  close(): Promise<void>;
}

/**
 * A port that answers no SYN: its process is stopped and its backlog is full, so Linux drops further ones. `undefined` on
 * systems that refuse instead of dropping, or can't stop a process.
 */
export async function openBlackHole(): Promise<BlackHole | undefined> {
  if (process.platform !== 'linux') return undefined;
  const child = spawn(process.execPath, ['-e', listenerScript], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [bytes] = await once(child.stdout, 'data');
  const port = Number(String(bytes));
  child.kill('SIGSTOP');
  const fillers: Socket[] = [];
  const close = (): Promise<void> => closeAll(child, fillers);
  for (let n = 0; n < maxFillers; n += 1) {
    const filler = connect(port, '127.0.0.1').on('error', () => undefined);
    fillers.push(filler);
    if (!(await connectsSoon(filler))) return { port, close };
  }
  await close();
  return undefined;
}

// A local handshake takes far less; one that takes longer was dropped.
const handshakeMs = 100;

async function connectsSoon(socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), handshakeMs);
  socket.once('connect', () => resolve(true));
  const isConnected = await promise;
  clearTimeout(timer);
  return isConnected;
}

async function closeAll(child: ChildProcess, fillers: Socket[]): Promise<void> {
  const closings = fillers.map((filler) => once(filler.destroy(), 'close'));
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await Promise.all([...closings, exited]);
}
