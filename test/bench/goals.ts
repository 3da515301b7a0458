import type { Figure } from './harness/figures.ts';
import { verdictGoals } from './promptSets/verdictGrid.ts';

/** A limit for one figure, in that figure's unit. */
export interface Goal {
  measurement: string;
  figure: string;
  most?: number;
  least?: number;
}

/** The limits that `npm run bench -- --assert` checks. */
export const goals: readonly Goal[] = [
  { measurement: 'stream', figure: 'ours / bare loop', most: 1.1 },
  { measurement: 'stream', figure: 'openai / ours', least: 4 },
  { measurement: 'stream', figure: 'AI SDK / ours', least: 18 },
  // Twice the cost for twice the answer, plus a tenth for the machine's fluctuations.
  { measurement: 'growth', figure: '1-byte reads, twice / once', most: 2.2 },
  { measurement: 'growth', figure: '64-byte reads, twice / once', most: 2.2 },
  { measurement: 'growth', figure: '16 KB reads, twice / once', most: 2.2 },
  { measurement: 'growth', figure: '1-byte writes, twice / once', most: 2.2 },
  { measurement: 'growth', figure: '64-byte writes, twice / once', most: 2.2 },
  { measurement: 'growth', figure: '16 KB writes, twice / once', most: 2.2 },
  { measurement: 'list', figure: 'ours / JSON.parse', most: 2 },
  { measurement: 'load', figure: 'at activation, size', most: 120 },
  { measurement: 'requests', figure: 'ours / bare undici, a service of 1 ms', most: 1.1 },
  { measurement: 'memory', figure: 'ours, heap', most: 32 },
  { measurement: 'stop', figure: 'undici, before the headers, longest', most: 50 },
  { measurement: 'stop', figure: 'undici, mid-stream, longest', most: 50 },
  { measurement: 'stop', figure: 'host, before the headers, longest', most: 50 },
  { measurement: 'stop', figure: 'host, mid-stream, longest', most: 50 },
  { measurement: 'answer', figure: 'ours, longest task', most: 50 },
  { measurement: 'answer', figure: 'streamdown / ours, script', least: 1 },
  { measurement: 'answer', figure: 'streamdown / ours, all of the main thread', least: 1 },
  // The same answer on both sides. The figure without colors and formulas is only reported: it shows less.
  { measurement: 'answer', figure: 'the same with colors and formulas / ours, script', least: 20 },
  { measurement: 'columns', figure: 'columns / chats, script', most: 0.5 },
  { measurement: 'columns', figure: 'four columns at once, longest task', most: 50 },
  { measurement: 'columns', figure: 'columns below 50 questions / chats, script', most: 0.5 },
  { measurement: 'columns', figure: 'the same below 50 questions, longest task', most: 50 },
  { measurement: 'open', figure: 'initial script', most: 400 },
  { measurement: 'open', figure: 'an empty chat, first paint', most: 150 },
  { measurement: 'open', figure: '200 turns', most: 500 },
  { measurement: 'open', figure: 'heap, opening 20 / 5', most: 1.05 },
  { measurement: 'run', figure: 'scrolled through, longest task', most: 33 },
  { measurement: 'run', figure: 'scrolled through, layout and style per frame', most: 8 },
  { measurement: 'run', figure: 'a list that changes, longest task', most: 50 },
  { measurement: 'chats', figure: '10,000 chats, listed again', most: 100 },
  { measurement: 'chats', figure: '1,000 chats, searched', most: 100 },
  { measurement: 'promptSets', figure: 'ours / bare loop', most: 1.1 },
  { measurement: 'promptSets', figure: 'ours / bare loop, CPU time', most: 2 },
  { measurement: 'promptSets', figure: '100,000 prompts, created, event loop held', most: 50 },
  { measurement: 'promptSets', figure: '100,000 prompts, asked, event loop held', most: 50 },
  { measurement: 'promptSets', figure: '100,000 prompts, opened, event loop held', most: 50 },
  { measurement: 'promptSets', figure: '100,000 prompts, foundNone / read', most: 1.5 },
  { measurement: 'promptSets', figure: '100,000 prompts, exported, event loop held', most: 16 },
  { measurement: 'promptSets', figure: '100,000 prompts, memory', most: 300 },
  { measurement: 'script', figure: 'ours / bare loop', most: 1.05 },
  { measurement: 'script', figure: 'ours, memory', most: 200 },
  { measurement: 'script', figure: '100,000 prompts, memory', most: 300 },
  { measurement: 'batch', figure: 'exported', most: 60_000 },
  { measurement: 'batch', figure: 'exported, event loop held', most: 50 },
  { measurement: 'batch', figure: 'exported, memory', most: 300 },
  { measurement: 'batch', figure: 'imported', most: 60_000 },
  { measurement: 'batch', figure: 'imported, event loop held', most: 16 },
  { measurement: 'batch', figure: 'imported, memory', most: 90 },
  { measurement: 'million', figure: 'imported', most: 120_000 },
  { measurement: 'million', figure: 'imported, event loop held', most: 16 },
  { measurement: 'million', figure: 'imported, memory', most: 250 },
  { measurement: 'million', figure: 'judged', most: 2000 },
  // A tenth over what linear cost would be.
  ...[
    'a run asked',
    'a run searched for a word',
    'a run exported',
    'a batch imported',
    'chats listed',
    'chats searched',
    'rows scrolled through',
  ].flatMap((what) => [
    { measurement: 'scaling', figure: `${what}, 2 n / n`, most: 2.2 },
    { measurement: 'scaling', figure: `${what}, 4 n / n`, most: 4.4 },
  ]),
  { measurement: 'models', figure: 'roots after the last byte', most: 300 },
  { measurement: 'models', figure: 'roots after the last byte, 1 % changed', most: 300 },
  { measurement: 'models', figure: 'filter keystroke, longest', most: 20 },
  { measurement: 'models', figure: 'first load, event loop held', most: 50 },
  { measurement: 'models', figure: 'refresh with 1 % changed, event loop held', most: 40 },
  { measurement: 'models', figure: 'typing a filter, event loop held', most: 50 },
  {
    measurement: 'models',
    figure: 'the whole extension, refresh with 1 % changed, event loop held',
    most: 40,
  },
  { measurement: 'models', figure: 'Go to Model…, event loop held', most: 50 },
  { measurement: 'models', figure: 'rows drawn again / rows changed', most: 1 },
  { measurement: 'provider', figure: 'provider / client', most: 1.3 },
  { measurement: 'provider', figure: 'provider / client, chunk by chunk', most: 1.3 },
  { measurement: 'provider', figure: 'tokens of 10 KB counted', most: 1000 },
  { measurement: 'provider', figure: 'tokens of a message of 10 KB counted', most: 1000 },
  { measurement: 'sets', figure: 'hostile sets, longest', most: 100 },
  { measurement: 'sets', figure: '100,000 prompts', most: 50 },
  ...verdictGoals,
  // In percent of a core, against what VS Code takes without the extension; its own rounds differ by 0.2 to 2.6.
  { measurement: 'idle', figure: 'nothing open: above VS Code alone', most: 1 },
  { measurement: 'idle', figure: 'the views in sight: above VS Code alone', most: 1 },
  { measurement: 'idle', figure: 'five chats, still: above VS Code alone', most: 1 },
];

export interface Verdict extends Goal {
  /** `undefined`: the measurement ran but has no such figure, which counts as a miss. */
  value: number | undefined;
  isMet: boolean;
}

/** Judges the goals of the measurements that ran. */
export function judgeGoals(
  measured: ReadonlyMap<string, readonly Figure[]>,
  all: readonly Goal[] = goals,
): Verdict[] {
  return all.flatMap((goal) => {
    const figures = measured.get(goal.measurement);
    if (figures === undefined) return [];
    const value = figures.find(({ name }) => name === goal.figure)?.value;
    return [{ ...goal, value, isMet: value !== undefined && isWithin(goal, value) }];
  });
}

function isWithin({ most, least }: Goal, value: number): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}

export function describeVerdict({ measurement, figure, most, least, value, isMet }: Verdict): string {
  const limit = most === undefined ? `at least ${least}` : `at most ${most}`;
  const what = value === undefined ? 'not measured' : value.toFixed(2);
  return `${isMet ? 'met   ' : 'MISSED'}  ${measurement}: ${figure} is ${what}, ${limit}`;
}
