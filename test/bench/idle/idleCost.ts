import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostedModels, openHostedModels } from '../../e2e/hostedModels.ts';
import { writeOldChats } from '../../e2e/screens/oldChats.ts';
import { acmeProduction } from '../../e2e/screens/steps.ts';
import { packedExtension } from '../../workbench/places.ts';
import { startWorkbench, type Workbench } from '../../workbench/workbench.ts';
import { type Figure, medianFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { type Layout, layouts } from './layouts.ts';
import { type Cost, parts, readCosts } from './workbenchCost.ts';

/** How long a round is, in seconds. */
const roundSeconds = 30;
const rounds = 3;
/** An answer grows, so its rounds would not be alike. */
const streamingRounds = 1;

/** How long one look at a workbench that settles takes, in seconds. */
const lookSeconds = 2;
/**
 * Share of a core, in percent. A workbench that takes less has finished starting and opening; while a chat streams, one whose
 * share changes by less.
 */
const calmShare = 10;

/** A window with room for five chats in the Chats view, and with what moves. */
const asUsed = { viewport: { width: 1200, height: 1000 }, reducedMotion: 'no-preference' } as const;

/** What a VS Code costs that nobody uses, with the extension and without it, both open at the same time. */
export const idleCost: Measurement = {
  name: 'idle',
  title: 'CPU time of a VS Code that nobody uses, as a share of one core',
  needs: ['package', 'browser', 'vscode'],
  platform: 'linux',
  async measure() {
    await using folders = await makeFolders();
    await using stack = new AsyncDisposableStack();
    const app = await startWithExtension(folders.withExtension);
    stack.defer(() => app.close());
    const alone = await startWorkbench({ ...asUsed, userDataDir: folders.without });
    stack.defer(() => alone.close());
    const figures: Figure[] = [];
    for (const layout of layouts) figures.push(...(await measureLayout(layout, app, alone)));
    return figures;
  },
};

async function makeFolders(): Promise<{ withExtension: string; without: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-idle-'));
  return {
    withExtension: path.join(folder, 'with'),
    without: path.join(folder, 'without'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function startWithExtension(userDataDir: string): Promise<HostedModels> {
  const storage = path.join(userDataDir, 'data', 'User', 'globalStorage', 'hosted-models.hosted-models');
  await writeOldChats(path.join(storage, 'chats'), 'production');
  return openHostedModels({
    ...asUsed,
    userDataDir,
    vsix: packedExtension(),
    connections: acmeProduction,
    service: { loras: 40, tokensPerSecond: 60 },
  });
}

async function measureLayout(layout: Layout, app: HostedModels, alone: Workbench): Promise<Figure[]> {
  await layout.withExtension(app);
  await layout.without(alone);
  const places = [app.workbench.userDataDir, alone.userDataDir];
  await settle(
    async () => (await measureShares(places, lookSeconds)).map(sumOf),
    (share, before) => (layout.isStreaming ? Math.abs(share - before) < calmShare : share < calmShare),
  );
  const ours: Shares[] = [];
  const theirs: Shares[] = [];
  for (let round = 0; round < (layout.isStreaming ? streamingRounds : rounds); round += 1) {
    const [one, other] = await measureShares(places, roundSeconds);
    if (!one || !other) throw new Error('A workbench is missing.');
    ours.push(one);
    theirs.push(other);
  }
  return buildFigures(layout.name, ours, theirs);
}

/** What each process and all of them take, with and without the extension, and by how much more than without in the same round. */
export function buildFigures(name: string, ours: readonly Shares[], theirs: readonly Shares[]): Figure[] {
  const figure = (what: string, rounds: readonly number[]) => medianFigure(`${name}: ${what}`, '%', rounds);
  const both = (what: string, share: (shares: Shares) => number) => [
    figure(what, ours.map(share)),
    figure(`${what}, without the extension`, theirs.map(share)),
  ];
  const above = ours.flatMap((shares, round) => {
    const other = theirs[round];
    return other ? [sumOf(shares) - sumOf(other)] : [];
  });
  return [
    ...parts.flatMap((part) => both(part, (shares) => shares[part])),
    ...both('all three', sumOf),
    figure('above VS Code alone', above),
  ];
}

/** CPU time as a share of one core, in percent. */
type Shares = Cost;

/** The shares that each workbench takes for so long, all at the same time: what disturbs one then disturbs the others. */
async function measureShares(userDataDirs: readonly string[], seconds: number): Promise<Shares[]> {
  const startedAt = performance.now();
  const before = await readCosts(userDataDirs);
  await pause(seconds * 1000);
  const after = await readCosts(userDataDirs);
  const ms = performance.now() - startedAt;
  return after.map((costs, index) => {
    const shares = parts.map((part) => [part, ((costs[part] - (before[index]?.[part] ?? 0)) / ms) * 100]);
    return Object.fromEntries(shares) as Shares;
  });
}

function sumOf(shares: Shares): number {
  return parts.reduce((sum, part) => sum + shares[part], 0);
}

const maxLooks = 60;

/**
 * Waits until none of the workbenches is busy. `look` returns the share of a core that each took in the last seconds, in percent;
 * `isCalm` gets it with the one before. Rejects if that takes too many looks.
 */
async function settle(
  look: () => Promise<number[]>,
  isCalm: (share: number, before: number) => boolean,
): Promise<void> {
  let before = await look();
  for (let left = maxLooks; left > 0; left -= 1) {
    const shares = await look();
    const last = before;
    if (shares.every((share, index) => isCalm(share, last[index] ?? 0))) return;
    before = shares;
  }
  const busy = before.map((share) => `${share.toFixed(0)} %`).join(' and ');
  throw new Error(`The workbenches don't come to rest: they still take ${busy} of a core.`);
}
