import type { Expectation } from './cell.ts';

/** What each call comes to, after one request. */
export function each(words: string): Record<'GET' | 'DELETE' | 'chat', Expectation> {
  return { GET: `${words} · 1 request`, DELETE: `${words} · 1 request`, chat: `${words} · 1 request` };
}

/** Of the calls only a GET is tried again. */
export function eachReadAgain(words: string): ReturnType<typeof each> {
  return { ...each(words), GET: `${words} · 3 requests` };
}
