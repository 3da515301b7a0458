import { defined } from '../../../base/defined.ts';
import { type Deployment, deploymentKey } from '../../chats/tree/column.ts';
import { createdMs } from '../../sensibleTime.ts';
import { modelVerdict } from '../report/runVerdicts.ts';
import type { RunFile } from '../run/runFile.ts';
import { comparedModels } from '../run/runRecord.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import { verdictsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { compareRuns, type RunChange } from './compareRuns.ts';

type IndexedRun = Pick<RunFile, 'run' | 'index'>;

/** One version of an adapter, with the run of a set that asked it. */
export interface AdapterVersion<File extends IndexedRun = IndexedRun> {
  file: File;
  /** The adapter's number in the run: of several, the first. */
  model: number;
  /** When it was deployed, in Unix milliseconds; where no answer says that, when it was run. */
  at: number;
  modelName: string | undefined;
  base: string | undefined;
  /** The same of all runs of one version. */
  key: string;
}

/** What became of an adapter from version to version. */
export interface VersionHistory {
  /** The last one is of the run that is looked at. */
  versions: {
    version: AdapterVersion;
    /** Beside the base of its own run, and beside the version before it: all together are adjusted by Holm. */
    base?: Verdict;
    before?: Verdict;
  }[];
  /** Of the last version since the one before it. */
  change: RunChange;
  /** Returns the place of the version since which each version has failed a prompt of the last one; `undefined` if that doesn't. */
  failedSince: (prompt: number) => number | undefined;
}

/** More are not shown: each is held in memory. */
const mostVersions = 10;

/**
 * Returns the versions of a run's adapter up to this run, in the order of their deployments, of runs of one set: those whose adapter has
 * the same model name or the same base. Of several runs of one version, the newest stands for it.
 */
export function adapterVersions<File extends IndexedRun>(
  now: File,
  others: readonly File[],
): AdapterVersion<File>[] {
  const own = versionOf(now);
  const isAlike = ({ modelName, base }: AdapterVersion) =>
    (modelName !== undefined && modelName === own.modelName) || (base !== undefined && base === own.base);
  const alike = others.map(versionOf).filter(isAlike);
  alike.sort((a, b) => b.file.run.createdAt - a.file.run.createdAt);
  const newest = new Map<string, AdapterVersion<File>>();
  for (const one of [own, ...alike]) if (!newest.has(one.key)) newest.set(one.key, one);
  const versions = [...newest.values()];
  versions.sort((a, b) => a.at - b.at || a.file.run.createdAt - b.file.run.createdAt);
  const last = versions.indexOf(own);
  return versions.slice(Math.max(0, last + 1 - mostVersions), last + 1);
}

/** Returns which adapter a run asked, and when that was deployed. */
export function versionOf<File extends IndexedRun>(file: File): AdapterVersion<File> {
  const { run, index } = file;
  const model = comparedModels(run)[0] ?? 0;
  const deployments = index.models.originsOf(model).flatMap(({ deployment }) => deployment ?? []);
  const deployment = deployments.reduce<Deployment>(
    (newest, one) => ((one.createdAt ?? 0) >= (newest.createdAt ?? 0) ? one : newest),
    {},
  );
  const name = run.models[model]?.name ?? '';
  return {
    ...{ file, model, modelName: deployment.modelName },
    base: deployment.baseModelName ?? (model > 0 ? run.models[0]?.name : undefined),
    at: createdMs(deployment.createdAt) ?? run.createdAt,
    key: JSON.stringify([name, deploymentKey(deployment)]),
  };
}

/** Compares each of at least two versions, in their order, with its base and with the one before it. */
export async function versionHistory(
  versions: readonly AdapterVersion[],
  thread: VerdictMaker,
  options: Pick<VerdictOptions, 'minimumDifference'>,
): Promise<VersionHistory> {
  const judged: { place: number; beside: 'base' | 'before'; verdict: Verdict }[] = [];
  const changes: RunChange[] = [];
  for (const [place, { file, model }] of versions.entries()) {
    if (model > 0) {
      const verdict = await modelVerdict(file.run, file.index, model, thread, options);
      judged.push({ place, beside: 'base', verdict });
    }
    const earlier = versions[place - 1];
    if (!earlier) continue;
    const pairs = [{ model, before: earlier.model }];
    const change = await compareRuns(file, earlier.file, pairs, thread, options);
    for (const { verdict } of change.models) judged.push({ place, beside: 'before', verdict });
    changes.push(change);
  }
  const together = verdictsTogether(judged);
  const all = versions.map((version, place) => {
    const verdict = (beside: 'base' | 'before') =>
      together.find((one) => one.place === place && one.beside === beside)?.verdict;
    return { version, ...defined({ base: verdict('base'), before: verdict('before') }) };
  });
  const last = changes.at(-1);
  if (!last) throw new TypeError('There is no version before.');
  const models = last.models.map((one) => ({ ...one, verdict: all.at(-1)?.before ?? one.verdict }));
  return {
    versions: all,
    change: { ...last, models },
    failedSince: (prompt) => failedSince(versions, changes, prompt),
  };
}

function failedSince(
  versions: readonly AdapterVersion[],
  changes: readonly RunChange[],
  prompt: number,
): number | undefined {
  let since: number | undefined;
  let there = prompt;
  for (let place = versions.length - 1; place >= 0 && there >= 0; place--) {
    const version = versions[place];
    if (!version || !isFailed(version, there)) break;
    since = place;
    there = changes[place - 1]?.before[there] ?? -1;
  }
  return since;
}

/** Whether more answers to a prompt failed its checks than passed them. */
function isFailed({ file: { run, index }, model }: AdapterVersion, prompt: number): boolean {
  let balance = 0;
  for (let repetition = 0; repetition < run.repetitions; repetition++) {
    const { check } = index.facts({ prompt, model, repetition });
    balance += check === 'failed' ? 1 : check === 'passed' ? -1 : 0;
  }
  return balance > 0;
}
