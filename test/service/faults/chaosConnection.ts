import type { Socket } from 'node:net';

export interface ChaosRequest {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/**
 * How far a connection has come: `open`, no byte has arrived; `asking`, a request is arriving; `waiting`, it is there and not
 * answered; `answering`, a part of the answer is written; `idle`, the answer is complete and another request may come.
 */
export type Stage = 'open' | 'asking' | 'waiting' | 'answering' | 'idle';

/** Who let a connection go, and how far it was then. */
export interface Closing {
  by: 'client' | 'server';
  stage: Stage;
}

/** One accepted connection, as raw as a fault needs it. */
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
    // A client's reset is one of the ways in which it leaves; the close event follows.
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    // A client that ends its side while we still write has left.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      this.closing = { by: this.#isLetGo ? 'server' : 'client', stage: this.stage };
      this.#waiting?.resolve(undefined);
      resolve(this.closing);
      onChange();
    });
  }

  /** The next whole request; `undefined` where the connection closes before it is there. */
  nextRequest(): Promise<ChaosRequest | undefined> {
    this.#waiting = Promise.withResolvers<ChaosRequest | undefined>();
    if (this.#socket.closed) this.#waiting.resolve(undefined);
    const { promise } = this.#waiting;
    this.#takeRequest();
    return promise;
  }

  /** Resolves when the system has taken the bytes, or when the connection is gone. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    if (this.stage !== 'open') this.#setStage('answering');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.once('close', resolve);
    this.#socket.write(bytes, () => resolve());
    await promise;
    this.#socket.off('close', resolve);
  }

  /** Says that the answer is complete, and that the connection may be used again. */
  finish(): void {
    this.#setStage('idle');
  }

  /** Ends our side (FIN). */
  end(): void {
    this.#isLetGo = true;
    this.#socket.end();
  }

  /** Resets (RST): what the client has not read yet may be lost with it. */
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

/** The request at the start of `bytes` and how many of them it takes, once it is there in whole. */
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
