import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Completion } from './completion.ts';
import { type Exchange, errorBody } from './exchange.ts';
import type { EndingFault, FaultOf, StreamPoint } from './faults/serviceFault.ts';

/** What every chunk of one answer repeats. */
export interface StreamHead {
  id: string;
  created: number;
  model: string;
}

export interface StreamPlan {
  head: StreamHead;
  completion: Completion;
  sendsUsage: boolean;
  ending: FaultOf<EndingFault['kind']> | undefined;
  /** Resolves when the next token is due. */
  pace: () => Promise<void>;
}

/** Sends a completion as OpenAI's event stream: role, deltas, finish_reason, usage, [DONE]. */
export async function sendStream(exchange: Exchange, plan: StreamPlan): Promise<void> {
  const { completion } = plan;
  let { ending } = plan;
  const stream = new EventStream(exchange.response, exchange.gone);
  const send = (choices: unknown[], usage?: Completion['usage']) =>
    stream.sendData({
      ...plan.head,
      object: 'chat.completion.chunk',
      choices,
      // OpenAI sends `usage: null` on the other chunks of a request that includes it.
      ...(plan.sendsUsage ? { usage: usage ?? null } : {}),
    });
  /** Whether the answer ends badly, if it does so at this point. A stall is over once it is removed. */
  const hasEnded = async (isHere: (point: StreamPoint) => boolean): Promise<boolean> => {
    if (ending === undefined || !isHere(ending.after)) return false;
    if (ending.kind !== 'stall') {
      await endBadly(stream, ending);
      return true;
    }
    await exchange.delay(ending);
    ending = undefined;
    return false;
  };

  await send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  for (const [index, delta] of completion.deltas.entries()) {
    if (await hasEnded((point) => point === index)) return;
    await plan.pace();
    await send([{ index: 0, delta, finish_reason: null }]);
  }
  // A point beyond the answer's end counts as its end: a test that asks for a cut gets one.
  if (await hasEnded((point) => point !== 'finish')) return;
  await send([{ index: 0, delta: {}, finish_reason: completion.finishReason }]);
  if (await hasEnded(() => true)) return;
  if (plan.sendsUsage && completion.usage) await send([], completion.usage);
  await stream.write('data: [DONE]\n\n');
  stream.end();
}

/** Sends exactly what the fault says, each part in its own write. */
export async function sendExactStream(exchange: Exchange, fault: FaultOf<'sse'>): Promise<void> {
  const stream = new EventStream(exchange.response, exchange.gone);
  for (const part of typeof fault.text === 'string' ? [fault.text] : fault.text) {
    await stream.write(part);
    await stream.flushed();
  }
  if (!fault.hold) stream.end();
}

async function endBadly(stream: EventStream, ending: Exclude<EndingFault, { kind: 'stall' }>): Promise<void> {
  if (ending.kind === 'cut') return stream.cut();
  if (ending.kind === 'end') return stream.end();
  const error = ending.error ?? errorBody('The model stopped unexpectedly.', { type: 'server_error' });
  await stream.sendData({ error });
  stream.end();
}

/** Server-sent events on a response, no faster than the client reads them. */
class EventStream {
  readonly gone: AbortSignal;
  readonly #response: ServerResponse;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(response: ServerResponse, gone: AbortSignal) {
    this.#response = response;
    this.gone = gone;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
  }

  sendData(value: unknown): Promise<void> {
    return this.write(`data: ${JSON.stringify(value)}\n\n`);
  }

  async write(part: string | Uint8Array): Promise<void> {
    this.gone.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWrite = promise;
    const hasRoom = this.#response.write(part, () => resolve());
    if (!hasRoom) await once(this.#response, 'drain', { signal: this.gone });
  }

  async flushed(): Promise<void> {
    await this.#lastWrite;
    this.gone.throwIfAborted();
  }

  /** Destroys the socket, but only after everything written has left: tests count what arrives. */
  async cut(): Promise<void> {
    await this.flushed();
    this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}
