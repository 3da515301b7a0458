import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { generateLora } from '../../service/generatedLoras.ts';
import { type Script, writeChat } from './chatBytes.ts';
import { listBytes } from './listBytes.ts';
import { remember } from './remember.ts';

/** What the server tells its parent: its port, and events of the requests that the parent follows. */
export type ServerNews = { port: number } | { id: string; opened: true } | { id: string; closedAt: string };

const pacedWrites = 5;

type Answer = (response: ServerResponse, args: string[]) => Promise<void> | void;

// The child's side of `BenchServer`. The path of a request, before `/api/v1`, says what it wants.
const answers: Record<string, Answer> = {
  /** `/chat/<number of chunks>/<bytes per write>/<script>` */
  chat: (response, [chunks, bytes, script]) =>
    sendInWrites(response, chatOf(Number(chunks), script as Script), Number(bytes)),
  /** `/paced/<number of chunks>/<milliseconds>`: an answer in five writes over this time */
  paced: (response, [chunks, ms]) => sendPaced(response, chatOf(Number(chunks), 'english'), Number(ms)),
  /** `/list/<number of LoRAs>` */
  list: (response, [count]) => sendJson(response, listOf(Number(count))),
  /** `/one/<milliseconds>`: a single LoRA, after this time */
  one: (response, [ms]) => sendLater(response, Number(ms)),
  /** `/silent/<id>`: no answer at all */
  silent: (response, [id = '']) => watch(response, id),
  /** `/drip/<id>`: an event now and then, without end */
  drip,
};

// The name that `requestJob.ts` asks for.
const oneLora = Buffer.from(JSON.stringify({ ...generateLora(1, 1, 1_790_000_000), name: 'tone' }));
const chatOf = remember(writeChat);
const listOf = remember(listBytes);

const server = createServer((request, response) => void answer(request, response));
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
tell({ port: (server.address() as AddressInfo).port });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _ of request);
  const [before = ''] = (request.url ?? '').split('/api/v1/');
  const [, name = '', ...args] = before.split('/');
  const send = answers[name] ?? ((one: ServerResponse) => void one.writeHead(404).end());
  await send(response, args);
}

/** Small writes leave one by one; node:http would join those of one turn of the event loop. */
async function sendInWrites(response: ServerResponse, bytes: Buffer, size: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < bytes.length; at += size) {
    const hasRoom = response.write(bytes.subarray(at, at + size));
    if (!hasRoom) await once(response, 'drain');
    else if (size < 1024) await turnOfTheLoop();
  }
  response.end();
}

async function sendPaced(response: ServerResponse, bytes: Buffer, ms: number): Promise<void> {
  const size = Math.ceil(bytes.length / pacedWrites);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < bytes.length; at += size) {
    await pause(ms / pacedWrites);
    response.write(bytes.subarray(at, at + size));
  }
  response.end();
}

function sendJson(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

function sendLater(response: ServerResponse, ms: number): void {
  if (ms === 0) sendJson(response, oneLora);
  else setTimeout(() => sendJson(response, oneLora), ms);
}

function drip(response: ServerResponse, [id = '']: string[]): void {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n';
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event);
  const timer = setInterval(() => response.write(event), 5);
  response.once('close', () => clearInterval(timer));
  watch(response, id);
}

// `hrtime` is the system's monotonic clock, so it is comparable in the parent.
function watch(response: ServerResponse, id: string): void {
  response.once('close', () => tell({ id, closedAt: String(process.hrtime.bigint()) }));
  tell({ id, opened: true });
}

function tell(news: ServerNews): void {
  process.send?.(news);
}
