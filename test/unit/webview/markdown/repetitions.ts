import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiveBlocks } from '../../../../src/webview/markdown/parse/liveBlocks.ts';

/** What small models fall into: each of them once kept a page busy for seconds or minutes. */
export const knownUnits: readonly string[] = [
  '~',
  '*a_',
  'a+_',
  "~ab'",
  '.*',
  '/_',
  "**'",
  '!',
  '\\[\n',
  '|-|\n',
];

const special = [...'\n\n\n\n    \t-*_+>#`~=|:$\\[](){}<!&"\'/?.,;^@1é字', '😀', 'a', 'b', 'word'];
const openings = ['- ', '> ', '1. ', '```', '~~~', '---', '$$', '\\(', '\\[', '](', '[a]:', '|-|\n', '**'];
const links = ['<div>', '<!--', '<a', 'www.', 'http://', 'a@a.', '&amp;'];

/** Short strings of Markdown's marks and a few letters. */
export const anyUnit = fc
  .array(fc.constantFrom(...special, ...openings, ...links), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

/** The longest steps in milliseconds of this thread's CPU time. */
export interface Steps {
  /** Of reading the text piece by piece. */
  streamed: number;
  /** The only one if it is opened at once. */
  whole: number;
}

const length = 65_536;
const piece = 30;
const between = 970;

/**
 * Reads the repeated unit as a streaming answer, in pieces of 30 characters, and as one from the history. Between the
 * pieces, much comes at once, which takes at least as long. Throws if both don't end as the same.
 */
export function readRepeated(unit: string): Steps {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const opened = new LiveBlocks();
  const whole = threadTimeOf(() => opened.update(text, false));
  const live = new LiveBlocks();
  const times: number[] = [];
  for (let at = 0; at < length; at += piece + between) {
    times.push(threadTimeOf(() => live.append(text.slice(at, at + piece))));
    times.push(threadTimeOf(() => live.append(text.slice(at + piece, at + piece + between))));
  }
  times.push(threadTimeOf(() => live.update(text, false)));
  assert.ok(tokensOf(live) === tokensOf(opened), `Streamed, ${JSON.stringify(unit)} ends differently`);
  return { streamed: Math.max(...times), whole };
}

function tokensOf({ groups }: LiveBlocks): string {
  return JSON.stringify(groups.flatMap(({ blocks }) => blocks.map(({ token, isCut }) => [token, isCut])));
}

/** What other threads do, such as collecting garbage, doesn't occupy a page. */
function threadTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
