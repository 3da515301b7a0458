import type { Socket } from 'node:net';

export interface ChaosRequest {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/**
 * How far a connection has come: `open`, no byte has arrived; `asking`, a request is arriving; `waiting`, it has arrived but
 * is unanswered; `answering`, part of the answer is written; `idle`, the answer is complete and another request may come.
 */
export type Stage = 'open' | 'asking' | 'waiting' | 'answering' | 'idle';

/** Who closed a connection, and at which stage. */
export interface Closing {
  by: 'client' | 'server';
  stage: Stage;
}

/** One accepted connection, with raw access to its bytes and its end. */
export class ChaosConnection {
  readonly requests: ChaosRequest[] = [];
  /** Resolves with the server's own close event. */
  readonly closed: Promise<Closing>;
  stage: Stage = 'open';
  closing: Closing | undefined;
  readonly #socket: Socket;
  readonly #onChange: () => void;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<ChaosRequest | undefined> | undefined;
  #isLetGo = false;

  constructor(socket: Socket, onChange: () => void) {
    this.#socket = socket.setNoDelay(true);
    this.#onChange = onChange;
    const { promise, resolve } = Promise.withResolvers<Closing>();
    this.closed = promise;
    // A reset is one way for a client to leave; the close event follows.
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    // A client that ends its side while we are still writing has left.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      this.closing = { by: this.#isLetGo ? 'server' : 'client', stage: this.stage };
      this.#waiting?.resolve(undefined);
      resolve(this.closing);
      onChange();
    });
  }

  /** Resolves with the next whole request; `undefined` if the connection closes before it arrives. */
  nextRequest(): Promise<ChaosRequest | undefined> {
    this.#waiting = Promise.withResolvers<ChaosRequest | undefined>();
    if (this.#socket.closed) this.#waiting.resolve(undefined);
    const { promise } = this.#waiting;
    this.#takeRequest();
    return promise;
  }

  /** Resolves when the system has taken the bytes, or the connection is gone. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    if (this.stage !== 'open') this.#setStage('answering');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.once('close', resolve);
    this.#socket.write(bytes, () => resolve());
    await promise;
    this.#socket.off('close', resolve);
  }

  /** Marks the answer as complete: the connection may be reused. */
  finish(): void {
    this.#setStage('idle');
  }

  /** Ends our side (FIN). */
  end(): void {
    this.#isLetGo = true;
    this.#socket.end();
  }

  /** Resets (RST): the client may lose what it has not read yet. */
  reset(): void {
    this.#isLetGo = true;
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#isLetGo = true;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.stage === 'open' || this.stage === 'idle') this.#setStage('asking');
    this.#takeRequest();
  }

  #takeRequest(): void {
    if (this.#waiting === undefined) return;
    const taken = readRequest(this.#bytes);
    if (taken === undefined) return;
    this.#bytes = this.#bytes.subarray(taken.length);
    this.requests.push(taken.request);
    this.#setStage('waiting');
    this.#waiting.resolve(taken.request);
    this.#waiting = undefined;
  }

  #setStage(stage: Stage): void {
    this.stage = stage;
    this.#onChange();
  }
}

/** Reads the request at the start of `bytes`, and its length, once all of it has arrived. */
function readRequest(bytes: Buffer): { request: ChaosRequest; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { method, path, headers, body: bytes.toString('utf8', end + 4, length) }, length };
}
