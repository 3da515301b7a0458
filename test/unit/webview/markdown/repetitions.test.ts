import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LiveBlocks } from '../../../../src/webview/markdown/parse/liveBlocks.ts';
import { cpuTimeOf, slowness } from '../../cpuTime.ts';

/** What small models fall into: each of them once kept a page busy for seconds or minutes. */
const spans = ['~', '*a_', 'a+_', "~ab'", '.*', '/_', "**'", '!'];
const blocks = [
  ...['\\[\n', '|-|\n(|-|\n', '- |-|\n{\n:', '<|-|\n|-|\n,{', '*"\n:\n>', '|\n|-|\n1. \n', '1\n><a+\n'],
];
/** Each small piece reads its many cells again, half a minute for all. */
const table = '|-|\n';
const knownUnits: readonly string[] = [...spans, ...blocks, table];

const special = [...'\n\n\n\n    \t-*_+>#`~=|:$\\[](){}<!&"\'/?.,;^@1é字', '😀', 'a', 'b', 'word'];
const openings = ['- ', '> ', '1. ', '```', '~~~', '---', '$$', '\\(', '\\[', '](', '[a]:', '|-|\n', '**'];
const links = ['<div>', '<!--', '<a', 'www.', 'http://', 'a@a.', '&amp;'];

/** Short strings of Markdown's marks and a few letters. */
const anyUnit = fc
  .array(fc.constantFrom(...special, ...openings, ...links), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const length = 65_536;
const piece = 30;
/** The longest steps come last; in the larger pieces before, so do those that only some lengths have. */
const streamedFrom = length - 1024;
/** Larger pieces, for what comes before. No unit's length divides it, so that they end at any place in one. */
const largePiece = 3911;

/**
 * Reads the repeated unit as a streaming answer, at last in pieces of 30 characters, and as one from the history, part by part. Returns
 * how long each step usually takes, the same steps each time, in milliseconds of this thread's CPU time; throws if both don't end as
 * the same.
 */
function readRepeated(unit: string, from = streamedFrom): number[] {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const before = slowness();
  const opened = new LiveBlocks();
  const times: number[] = [];
  for (let isRead = false; !isRead; ) {
    let parts = 0;
    const isFirst = () => parts++ === 0;
    times.push(
      cpuTimeOf(() => {
        isRead = opened.open(text, isFirst);
      }),
    );
  }
  const live = new LiveBlocks();
  for (let at = 0, size = 0; at < length; at += size) {
    size = at < from ? largePiece : piece;
    times.push(cpuTimeOf(() => live.append(text.slice(at, at + size))));
  }
  times.push(cpuTimeOf(() => live.update(text, false)));
  assert.ok(tokensOf(live) === tokensOf(opened), `Streamed, ${JSON.stringify(unit)} ends differently`);
  const slower = Math.max(before, slowness());
  return times.map((ms) => ms / slower);
}

function tokensOf({ groups }: LiveBlocks): string {
  return JSON.stringify(groups.flatMap(({ blocks }) => blocks.map(({ token, isCut }) => [token, isCut])));
}

/** A machine that does much else may be slow for as long as three readings take, ten seconds. */
const mostTries = 6;

/**
 * Returns the longest step. A machine that does something else at the same time, or a collection of garbage, makes steps longer, but
 * hardly the same one each time.
 */
function longestStep(unit: string, maxMs: number): number {
  let best = readRepeated(unit);
  for (let tries = 1; tries < mostTries && Math.max(...best) > maxMs; tries += 1) {
    const again = readRepeated(unit);
    best = best.map((ms, step) => Math.min(ms, again[step] ?? ms));
  }
  return Math.max(...best);
}

/** Enough for the slowest machines; what this is to find takes seconds. */
const leastMs = 200;
const factor = 20;

describe('An answer that repeats itself for 64 KB', () => {
  let maxMs: number;
  before(() => {
    maxMs = Math.max(leastMs, factor * Math.max(...readRepeated('word ', 0)));
  });

  function assertQuick(unit: string): void {
    const ms = longestStep(unit, maxMs);
    assert.ok(ms <= maxMs, `${JSON.stringify(unit)}: a step takes ${ms} ms, more than ${maxMs}`);
  }

  for (const unit of knownUnits) {
    it(`takes no step much longer than plain words: ${JSON.stringify(unit)}`, () => {
      assertQuick(unit);
    }).timeout(120_000);
  }

  it('takes no step much longer than plain words, whatever it repeats', () => {
    fc.assert(
      fc.property(anyUnit, (unit) => assertQuick(unit)),
      { numRuns: 5 },
    );
  }).timeout(240_000);
});
