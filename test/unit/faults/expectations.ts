import type { Timing } from '../../../src/api/index.ts';
import type { Expectation, WayName } from './cell.ts';

/** What each call comes to, after one request. */
export function each(words: string): Record<'GET' | 'DELETE' | 'chat', Expectation> {
  return { GET: `${words} · 1 request`, DELETE: `${words} · 1 request`, chat: `${words} · 1 request` };
}

/** A chat that is refused without a reason is tried without `stream_options`, then without `stream`. */
export function eachWithTrials(words: string): ReturnType<typeof each> {
  return { ...each(words), chat: `${words} · 3 requests` };
}

/** Of the calls only a GET is tried again. */
export function eachReadAgain(words: string): ReturnType<typeof each> {
  return { ...each(words), GET: `${words} · 3 requests` };
}

/** Short for headers that do not come. A connection stands soon, and even on a busy machine must not be taken for a dropped one. */
export function shortHeaders(way: WayName): Partial<Timing> {
  // A fetch has both times together.
  return way === 'undici' ? { connectMs: 5_000, headersMs: 60 } : { connectMs: 30, headersMs: 60 };
}
