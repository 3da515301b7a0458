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

export const limitCases: LimitCase[] = [
  { name: 'headers without end', call: 'list', ends: 'tooLarge', boundMb: smallMb },
  { name: 'one header without end', call: 'list', ends: 'tooLarge', boundMb: smallMb },
  {
    name: 'informational answers without end',
    call: 'list',
    ends: 'timeout headers',
    boundMb: smallMb,
    timing: { headersMs: 300, connectMs: 100 },
  },
  {
    name: 'headers byte by byte',
    call: 'list',
    ends: 'timeout headers',
    boundMb: smallMb,
    timing: { headersMs: 300, connectMs: 100 },
  },
  { name: 'an error of 1 GB', call: 'list', ends: 'server 500', boundMb: smallMb },
  { name: 'JSON of 1 GB with its length', call: 'list', ends: 'tooLarge', boundMb: smallMb },
  { name: 'more than content-length says', call: 'list', ends: /^(?:protocol|network)/, boundMb: smallMb },
  { name: 'a line without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: smallMb },
  { name: 'an event of lines without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: smallMb },
  {
    name: 'a comment without end',
    call: 'chat',
    ends: 'timeout firstEvent, 0 characters',
    boundMb: smallMb,
    timing: { firstEventMs: 300 },
  },
  {
    name: 'white space without end',
    call: 'chat',
    ends: 'timeout firstEvent, 0 characters',
    boundMb: smallMb,
    timing: { firstEventMs: 500 },
  },
  { name: 'two million empty events', call: 'chat', ends: 'complete, 2 characters', boundMb: smallMb },
  { name: 'bytes without end after [DONE]', call: 'chat', ends: 'complete, 2 characters', boundMb: smallMb },
  { name: 'a deep event', call: 'chat', ends: 'tooLarge, 2 characters', boundMb: smallMb },
  { name: 'tool calls without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: smallMb },
  { name: 'arguments without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: answerMb },
  { name: 'text without end', call: 'chat', ends: /^tooLarge, 16\d{6} characters$/, boundMb: answerMb },
  { name: 'a zipped line without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: answerMb },
  { name: 'JSON 100,000 deep', call: 'list', ends: 'tooLarge', boundMb: answerMb },
  { name: 'a completion of tool calls', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: bodyMb },
  { name: 'JSON of 1 GB', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'JSON 16 million deep', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'ten million empty objects', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'a gzip bomb', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'a deflate bomb', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'a Brotli bomb', call: 'list', ends: 'tooLarge', boundMb: bodyMb },
  { name: 'a Zstandard bomb', call: 'list', ends: /^(?:protocol|tooLarge)/, boundMb: bodyMb },
  { name: 'gzip within gzip', call: 'list', ends: /^(?:protocol|tooLarge)/, boundMb: bodyMb },
  { name: 'a name of 31 MB', call: 'list', ends: '1 entries, 1 skipped', boundMb: parsedMb },
  {
    name: 'a body byte by byte',
    call: 'list',
    ends: 'timeout total',
    boundMb: parsedMb,
    timing: { totalMs: 700 },
  },
  { name: 'a list of a million', call: 'list', ends: '1000000 entries, 0 skipped', boundMb: parsedMb },
];
