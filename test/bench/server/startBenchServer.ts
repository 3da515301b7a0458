import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ServerNews } from './benchServer.ts';

export interface WatchedRequest {
  opened: Promise<void>;
  /** When the server saw its socket closed, in nanoseconds on the clock of `process.hrtime`. */
  closed: Promise<bigint>;
}

/** The server in its own process, so that its CPU time counts for no contender. */
export interface BenchServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`; for its paths see `benchServer.ts`. */
  url: string;
  /** Follows the request that will have this id. */
  watch(id: string): WatchedRequest;
}

export async function startBenchServer(): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, 'benchServer.ts'));
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const watched = new Map<string, { open: () => void; close: (at: bigint) => void }>();
  child.on('message', (news: ServerNews) => {
    if ('port' in news) resolve(news.port);
    else if ('opened' in news) watched.get(news.id)?.open();
    else watched.get(news.id)?.close(BigInt(news.closedAt));
  });
  return {
    url: `http://127.0.0.1:${await port}`,
    watch(id) {
      const opened = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<bigint>();
      watched.set(id, { open: opened.resolve, close: closed.resolve });
      return { opened: opened.promise, closed: closed.promise };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
