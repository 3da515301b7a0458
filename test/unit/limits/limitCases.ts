import type { Timing } from '../../../src/api/index.ts';

/** What a hostile service does, and how the client has to end it. The server's part is in `hostileAnswers.ts`, by name. */
export interface LimitCase {
  name: string;
  call: 'list' | 'chat';
  /** The kind of the error, with its status; or what a good answer amounts to. */
  ends: string | RegExp;
  /**
   * Of the resident memory over what the process had before the first case, in MB; about twice what was measured. V8 keeps what
   * it once had, so the cases are in the order of what they may take.
   */
  boundMb: number;
  timing?: Partial<Timing>;
}

// What the process needs anyway, an answer of 16 MB, a body of 32 MB, and a body of 32 MB that is parsed.
const SMALL_MB = 160;
const ANSWER_MB = 220;
const BODY_MB = 420;
const PARSED_MB = 700;

export const limitCases: LimitCase[] = [
  { name: 'headers without end', call: 'list', ends: 'tooLarge', boundMb: SMALL_MB },
  { name: 'one header without end', call: 'list', ends: 'tooLarge', boundMb: SMALL_MB },
  {
    name: 'informational answers without end',
    call: 'list',
    ends: 'timeout headers',
    boundMb: SMALL_MB,
    timing: { headersMs: 300, connectMs: 100 },
  },
  {
    name: 'headers by single bytes',
    call: 'list',
    ends: 'timeout headers',
    boundMb: SMALL_MB,
    timing: { headersMs: 300, connectMs: 100 },
  },
  { name: 'an error of 1 GB', call: 'list', ends: 'server 500', boundMb: SMALL_MB },
  { name: 'JSON of 1 GB with its length', call: 'list', ends: 'tooLarge', boundMb: SMALL_MB },
  { name: 'more than the length says', call: 'list', ends: /^(?:protocol|network)/, boundMb: SMALL_MB },
  { name: 'a line without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: SMALL_MB },
  { name: 'an event of lines without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: SMALL_MB },
  {
    name: 'a comment without end',
    call: 'chat',
    ends: 'timeout firstEvent, 0 characters',
    boundMb: SMALL_MB,
    timing: { firstEventMs: 300 },
  },
  {
    name: 'white space without end',
    call: 'chat',
    ends: 'timeout firstEvent, 0 characters',
    boundMb: SMALL_MB,
    timing: { firstEventMs: 500 },
  },
  { name: 'two million empty events', call: 'chat', ends: 'complete, 2 characters', boundMb: SMALL_MB },
  { name: 'bytes without end after [DONE]', call: 'chat', ends: 'complete, 2 characters', boundMb: SMALL_MB },
  { name: 'a deep event', call: 'chat', ends: 'tooLarge, 2 characters', boundMb: SMALL_MB },
  { name: 'tool calls without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: SMALL_MB },
  { name: 'arguments without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: ANSWER_MB },
  { name: 'text without end', call: 'chat', ends: /^tooLarge, 16\d{6} characters$/, boundMb: ANSWER_MB },
  { name: 'a zipped line without end', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: ANSWER_MB },
  { name: 'JSON 100,000 deep', call: 'list', ends: 'tooLarge', boundMb: ANSWER_MB },
  { name: 'a completion of tool calls', call: 'chat', ends: 'tooLarge, 0 characters', boundMb: BODY_MB },
  { name: 'JSON of 1 GB', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'JSON 16 million deep', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'ten million empty objects', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'a gzip bomb', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'a deflate bomb', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'a Brotli bomb', call: 'list', ends: 'tooLarge', boundMb: BODY_MB },
  { name: 'a Zstandard bomb', call: 'list', ends: /^(?:protocol|tooLarge)/, boundMb: BODY_MB },
  { name: 'a chain of gzip', call: 'list', ends: /^(?:protocol|tooLarge)/, boundMb: BODY_MB },
  { name: 'a name of 31 MB', call: 'list', ends: '1 entries, 1 skipped', boundMb: PARSED_MB },
  {
    name: 'a body by single bytes',
    call: 'list',
    ends: 'timeout total',
    boundMb: PARSED_MB,
    timing: { totalMs: 700 },
  },
  { name: 'a list of a million', call: 'list', ends: '1000000 entries, 0 skipped', boundMb: PARSED_MB },
];
