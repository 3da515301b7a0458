import type { Transport } from '../../../src/api/index.ts';

export interface MemoryAnswer {
  status?: number;
  headers?: Record<string, string>;
  chunks?: readonly Uint8Array[];
  /** Thrown once all chunks were read, in place of a clean end. */
  failure?: Error;
}

export interface MemoryTransport {
  send: Transport;
  requests: { url: URL; method: string; headers: Record<string, string>; body: string | undefined }[];
  /** Chunks pulled so far, over all answers. */
  pulled: number;
  /** Bodies that were abandoned before their end. */
  left: number;
}

const encoder = new TextEncoder();

/** Answers every request in memory, in exactly the reads that the test specifies; `answer` may differ by request. */
export function memoryTransport(answer: MemoryAnswer | ((url: URL) => MemoryAnswer)): MemoryTransport {
  const transport: MemoryTransport = {
    requests: [],
    pulled: 0,
    left: 0,
    send: async (url, { method, headers, body, signal }) => {
      signal.throwIfAborted();
      transport.requests.push({ url, method, headers, body });
      const {
        status = 200,
        headers: given = eventStreamHeaders,
        ...rest
      } = typeof answer === 'function' ? answer(url) : answer;
      return { status, headers: new Headers(given), body: read(rest, signal) };
    },
  };

  async function* read(
    { chunks = [], failure }: MemoryAnswer,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    let isAtEnd = false;
    try {
      for (const chunk of chunks) {
        signal.throwIfAborted();
        transport.pulled += 1;
        yield chunk;
      }
      isAtEnd = true;
      if (failure !== undefined) throw failure;
    } finally {
      if (!isAtEnd) transport.left += 1;
    }
  }

  return transport;
}

const eventStreamHeaders = { 'content-type': 'text/event-stream' };
export const jsonHeaders = { 'content-type': 'application/json' };

export function bytesOf(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? encoder.encode(part) : part;
}

export function joinBytes(parts: readonly (string | Uint8Array)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(bytesOf)));
}

export function singleBytes(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (byte) => Uint8Array.of(byte));
}

/** Splits the bytes at these positions, given in any order. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort(
    (one, other) => one - other,
  );
  return [...cuts, bytes.length].map((end, n) => bytes.subarray(n === 0 ? 0 : cuts[n - 1], end));
}

/** Answers with an event stream in these reads. */
export function streaming(parts: readonly (string | Uint8Array)[], failure?: Error): MemoryTransport {
  return memoryTransport({ chunks: parts.map(bytesOf), ...(failure === undefined ? {} : { failure }) });
}
