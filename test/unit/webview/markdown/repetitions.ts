import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiveBlocks } from '../../../../src/webview/markdown/parse/liveBlocks.ts';

/** What small models fall into: each of them once kept a page busy for seconds or minutes. */
const spans = ['~', '*a_', 'a+_', "~ab'", '.*', '/_', "**'", '!'];
const blocks = [
  ...['\\[\n', '|-|\n(|-|\n', '- |-|\n{\n:', '<|-|\n|-|\n,{', '*"\n:\n>', '|\n|-|\n1. \n', '1\n><a+\n'],
];
/** Each small piece reads its many cells again, half a minute for all. */
const table = '|-|\n';
export const knownUnits: readonly string[] = [...spans, ...blocks, table];

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
  /** Of opening it. */
  whole: number;
}

export const length = 65_536;
const piece = 30;
/** As long as the page reads at once. */
const partMs = 40;

/** Larger pieces, for what comes before. No unit's length divides it, so that they end at any place in one. */
const largePiece = 3911;

/**
 * Reads the repeated unit as a streaming answer, from `streamedFrom` on in pieces of 30 characters, and as one from the history.
 * Throws if both don't end as the same.
 */
export function readRepeated(unit: string, streamedFrom = 0): Steps {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const opened = new LiveBlocks();
  const parts: number[] = [];
  for (let isRead = false; !isRead; ) {
    const end = performance.now() + partMs;
    parts.push(
      threadTimeOf(() => {
        isRead = opened.open(text, () => performance.now() < end);
      }),
    );
  }
  const live = new LiveBlocks();
  const times: number[] = [];
  for (let at = 0, size = 0; at < length; at += size) {
    size = at < streamedFrom ? largePiece : piece;
    times.push(threadTimeOf(() => live.append(text.slice(at, at + size))));
  }
  times.push(threadTimeOf(() => live.update(text, false)));
  assert.ok(tokensOf(live) === tokensOf(opened), `Streamed, ${JSON.stringify(unit)} ends differently`);
  return { streamed: Math.max(...times), whole: Math.max(...parts) };
}

function tokensOf({ groups }: LiveBlocks): string {
  return JSON.stringify(groups.flatMap(({ blocks }) => blocks.map(({ token, isCut }) => [token, isCut])));
}

/** A machine that does something else at the same time makes each step longer, but hardly all of three. */
export function readThrice(unit: string, maxMs: number, streamedFrom = 0): Steps {
  let best = readRepeated(unit, streamedFrom);
  for (let tries = 1; tries < 3 && longest(best) > maxMs; tries += 1) {
    const next = readRepeated(unit, streamedFrom);
    if (longest(next) < longest(best)) best = next;
  }
  return best;
}

export function longest({ streamed, whole }: Steps): number {
  return Math.max(streamed, whole);
}

/** What other threads do, such as collecting garbage, doesn't occupy a page. */
function threadTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
