import type { Timing } from '../../../src/api/index.ts';

/** One hostile answer, and how the client must end the call. `hostileAnswers.ts` has the server's part, by name. */
export interface LimitCase {
  name: string;
  call: 'list' | 'chat';
  /** The error's kind and status, or the size of a good answer. */
  ends: string | RegExp;
  /**
   * Limit for the resident memory, in MB on top of what the process used before the first case; about twice the measured value.
   * V8 doesn't return memory, so the cases are sorted by this limit.
   */
  boundMb: number;
  timing?: Partial<Timing>;
}

// For what the process needs anyway, an answer of 16 MB, a body of 32 MB, and a parsed body of 32 MB.
const smallMb = 160;
const answerMb = 220;
const bodyMb = 420;
const parsedMb = 700;

type Row = [
  name: string,
  call: 'list' | 'chat',
  ends: string | RegExp,
  boundMb: number,
  timing?: Partial<Timing>,
];

const shortHeaders = { headersMs: 300, connectMs: 100 };
const rows: Row[] = [
  ['headers without end', 'list', 'tooLarge', smallMb],
  ['one header without end', 'list', 'tooLarge', smallMb],
  ['informational answers without end', 'list', 'timeout headers', smallMb, shortHeaders],
  ['headers byte by byte', 'list', 'timeout headers', smallMb, shortHeaders],
  ['an error of 1 GB', 'list', 'server 500', smallMb],
  ['JSON of 1 GB with its length', 'list', 'tooLarge', smallMb],
  ['more than content-length says', 'list', /^(?:protocol|network)/, smallMb],
  ['a line without end', 'chat', 'tooLarge, 0 characters', smallMb],
  ['an event of lines without end', 'chat', 'tooLarge, 0 characters', smallMb],
  ['a comment without end', 'chat', 'timeout firstEvent, 0 characters', smallMb, { firstEventMs: 300 }],
  ['white space without end', 'chat', 'timeout firstEvent, 0 characters', smallMb, { firstEventMs: 500 }],
  ['two million empty events', 'chat', 'complete, 2 characters', smallMb],
  ['bytes without end after [DONE]', 'chat', 'complete, 2 characters', smallMb],
  ['a deep event', 'chat', 'tooLarge, 2 characters', smallMb],
  ['tool calls without end', 'chat', 'tooLarge, 0 characters', smallMb],
  ['arguments without end', 'chat', 'tooLarge, 0 characters', answerMb],
  ['text without end', 'chat', /^tooLarge, 16\d{6} characters$/, answerMb],
  ['a zipped line without end', 'chat', 'tooLarge, 0 characters', answerMb],
  ['JSON 100,000 deep', 'list', 'tooLarge', answerMb],
  ['a completion of tool calls', 'chat', 'tooLarge, 0 characters', bodyMb],
  ['JSON of 1 GB', 'list', 'tooLarge', bodyMb],
  ['JSON 16 million deep', 'list', 'tooLarge', bodyMb],
  ['ten million empty objects', 'list', 'tooLarge', bodyMb],
  ['a gzip bomb', 'list', 'tooLarge', bodyMb],
  ['a deflate bomb', 'list', 'tooLarge', bodyMb],
  ['a Brotli bomb', 'list', 'tooLarge', bodyMb],
  ['a Zstandard bomb', 'list', /^(?:protocol|tooLarge)/, bodyMb],
  ['gzip within gzip', 'list', /^(?:protocol|tooLarge)/, bodyMb],
  ['a name of 31 MB', 'list', '1 entries, 1 skipped', parsedMb],
  ['a body byte by byte', 'list', 'timeout total', parsedMb, { totalMs: 700 }],
  ['a list of a million', 'list', '1000000 entries, 0 skipped', parsedMb],
];

export const limitCases: LimitCase[] = rows.map(([name, call, ends, boundMb, timing]) => ({
  ...{ name, call, ends, boundMb },
  ...(timing && { timing }),
}));
