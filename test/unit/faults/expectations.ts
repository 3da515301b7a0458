import type { Timing } from '../../../src/api/index.ts';
import type { Cell, Expectation, WayName } from './cell.ts';

/** Every call ends like this after one request. */
export function each(words: string): Record<'GET' | 'DELETE' | 'chat', Expectation> {
  return { GET: `${words} · 1 request`, DELETE: `${words} · 1 request`, chat: `${words} · 1 request` };
}

/** Like `each`, but a chat refused without a reason is repeated without `stream_options`, then without `stream`. */
export function eachWithTrials(words: string): ReturnType<typeof each> {
  return { ...each(words), chat: `${words} · 3 requests` };
}

/** Like `each`, but GET, and only GET, is retried. */
export function eachReadAgain(words: string): ReturnType<typeof each> {
  return { ...each(words), GET: `${words} · 3 requests` };
}

/** Nothing was sent each time, so GET is tried three times, and the others `others` times. */
export function neverSent(words: string, others: 1 | 2): ReturnType<typeof each> {
  const rest = `${words} · ${others === 1 ? '1 try' : '2 tries'}, no request`;
  return { GET: `${words} · 3 tries, no request`, DELETE: rest, chat: rest };
}

/** Times out soon if no headers come, but gives connecting enough time even on a busy machine. */
export function shortHeaders(way: WayName): Partial<Timing> {
  // fetch has one time limit, the sum of both, and a pause of this process must not use it up before it is connected.
  return way === 'undici' ? { connectMs: 5_000, headersMs: 60 } : { connectMs: 940, headersMs: 60 };
}

const goesOn = 'timeout headers · 1 try, no request, goes on connecting';

/** No connection comes about in time; fetch tells no phase, and goes on connecting. */
export const neverConnected: Pick<Cell, 'leavesConnecting' | 'expect'> = {
  leavesConnecting: (way) => way === 'host',
  expect: {
    GET: { undici: 'timeout connect · 3 tries, no request', host: goesOn },
    DELETE: { undici: 'timeout connect · 2 tries, no request', host: goesOn },
    chat: { undici: 'timeout connect · 2 tries, no request', host: goesOn },
  },
};
