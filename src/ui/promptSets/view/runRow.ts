import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { RunStanding } from '../../../core/promptSets/report/runStanding.ts';
import type { ModelVerdict } from '../../../core/promptSets/report/runVerdicts.ts';
import { comparedModels, type Run } from '../../../core/promptSets/run/runRecord.ts';
import type { NewerRun } from '../../../core/promptSets/run/runStore.ts';
import { plural, t } from '../../shared/text/t.ts';
import { absoluteTime, briefTime } from '../../shared/text/time.ts';
import { notFinalName, unfinishedText } from '../verdict/unfinishedText.ts';
import { verdictName } from '../verdict/verdictName.ts';

/** A row of the Runs view. */
export interface RunNode {
  type: 'run';
  runId: string;
  item: vscode.TreeItem;
}

interface ReadableRun {
  run: Run;
  standing: RunStanding;
  /** The window that sends requests for it at the moment. */
  asks: 'this' | 'other' | undefined;
}

/** What a row shows. `standing` is missing if the run's results can't be read. */
export type ListedRun = NewerRun | (Omit<ReadableRun, 'standing'> & { standing: RunStanding | undefined });

interface Look {
  icon: string;
  color?: string;
  /** Empty if there is nothing to say. */
  words: string;
}

/** Returns a run's row. `nameOf` returns a connection's name. */
export function runItem(listed: ListedRun, nameOf: (connectionId: string) => string): vscode.TreeItem {
  if ('isNewer' in listed) {
    const words = t('A newer version of Hosted Models made this run. Update the extension to open it.');
    return closedItem(listed, words, 'lock');
  }
  const { run, standing } = listed;
  if (!standing) return closedItem(run, t('This run could not be read. The log says more.'), 'error');
  return readableItem({ ...listed, standing }, nameOf);
}

function readableItem(listed: ReadableRun, nameOf: (connectionId: string) => string): vscode.TreeItem {
  const { run } = listed;
  const { icon, color, words } = lookOf(listed);
  const item = emptyItem(run);
  item.description = [words, versusText(run.models), briefTime(run.createdAt)].filter(Boolean).join(' · ');
  item.tooltip = tooltipOf(listed, words, nameOf);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.contextValue = contextOf(listed);
  // VS Code forgets the arguments of a row that is drawn anew (extHostTreeViews.ts), so a click on its way would fail.
  item.command = { command: 'hostedModels.openRun', title: t('Open') };
  return item;
}

/** A row that can only be deleted. */
function closedItem(
  run: Pick<Run, 'id' | 'set' | 'createdAt'>,
  words: string,
  icon: string,
): vscode.TreeItem {
  const item = emptyItem(run);
  item.description = briefTime(run.createdAt);
  item.tooltip = [item.label, words, absoluteTime(run.createdAt)].join('\n');
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = 'run.closed';
  return item;
}

function emptyItem({ id, set }: Pick<Run, 'id' | 'set'>): vscode.TreeItem {
  const item = new vscode.TreeItem(runTitle({ set }));
  item.id = id;
  return item;
}

/** Returns the name of the run's set, as it is shown. */
export function runTitle({ set }: Pick<Run, 'set'>): string {
  return cleanText(set.name, 80) || t('Untitled');
}

/** "support-tone-v7 vs llama-3-8b", of several "support-tone-v7, support-tone-v8 vs llama-3-8b". */
export function versusText([base, ...others]: Run['models']): string {
  const name = cleanText(base?.name ?? '', 80);
  const compared = others.filter(({ isNoiseFloor }) => !isNoiseFloor);
  if (compared.length > 0)
    return t('{0} vs {1}', compared.map((one) => cleanText(one.name, 80)).join(', '), name);
  return others.length > 0 ? t('{0} vs itself', name) : name;
}

function lookOf(listed: ReadableRun): Look {
  const { run, standing, asks } = listed;
  const { answered, of, state } = standing;
  if (asks === 'this') return { icon: 'sync~spin', words: t('{0} of {1}', answered, of) };
  if (asks === 'other') return { icon: 'sync', words: t('{0} of {1} in another window', answered, of) };
  if (state === 'complete' && answered === 0 && of > 0)
    return { icon: 'error', color: 'list.errorForeground', words: t('Failed') };
  const verdicts = judged(run, standing);
  const isFinal = verdicts.length > 0 && verdicts.every(({ verdict }) => verdict.kind !== 'notFinal');
  if (state === 'complete' || isFinal) return verdictLook(verdicts, standing);
  const progress = { state, done: answered, of };
  const clear = verdicts.filter(({ verdict }) => verdict.clear);
  if (clear.length > 0) {
    const names = clear.map(({ verdict }) => verdictName(verdict, aboutOf(standing)));
    return { icon: unfinishedIcons[state], words: [...new Set(names)].join(', ') };
  }
  // One model alone has no verdict.
  const words = comparedModels(run).length > 0 ? notFinalName(progress) : unfinishedText(progress);
  return { icon: unfinishedIcons[state], words };
}

const unfinishedIcons = { new: 'circle-outline', begun: 'warning', stopped: 'stop-circle', waiting: 'inbox' };

function judged({ models }: Run, { verdicts }: RunStanding): ModelVerdict[] {
  return verdicts.filter(({ model }) => !models[model]?.isNoiseFloor);
}

function verdictLook(verdicts: readonly ModelVerdict[], standing: RunStanding): Look {
  const [first, ...more] = verdicts;
  if (!first) return { icon: 'check', words: '' };
  const names = verdicts.map(({ verdict }) => verdictName(verdict, aboutOf(standing)));
  if (more.length === 0) return { ...looks[first.verdict.kind], words: names.join() };
  const count = (kind: string) => verdicts.filter(({ verdict }) => verdict.kind === kind).length;
  const [better, worse] = [count('better'), count('worse')];
  const counted = [
    better > 0 ? plural(better, '1 better', '{0} better') : '',
    worse > 0 ? plural(worse, '1 worse', '{0} worse') : '',
  ].filter(Boolean);
  return { icon: 'check', words: counted.join(', ') || [...new Set(names)].join(', ') };
}

function aboutOf({ state, answered, of, minimumDifference }: RunStanding) {
  return { minimumDifference, progress: { state, done: answered, of } };
}

const looks = {
  better: { icon: 'arrow-up', color: 'charts.green' },
  worse: { icon: 'arrow-down', color: 'charts.red' },
  belowMinimum: { icon: 'arrow-both' },
  equivalent: { icon: 'check' },
  unclear: { icon: 'question' },
  notFinal: { icon: 'watch' },
  none: { icon: 'circle-slash' },
};

function tooltipOf({ run, standing }: ReadableRun, words: string, nameOf: (id: string) => string): string {
  const { models, prompts, repetitions, createdAt } = run;
  const verdictOf = (model: number) => {
    const found = standing.verdicts.find((one) => one.model === model);
    return found && models.length > 2 ? verdictName(found.verdict, aboutOf(standing)) : '';
  };
  const lines = models.map(({ name, connectionId, isNoiseFloor }, model) =>
    [
      cleanText(name),
      cleanText(nameOf(connectionId)),
      isNoiseFloor
        ? t('the base once more')
        : model === 0 && models.length > 1
          ? t('base')
          : verdictOf(model),
    ]
      .filter(Boolean)
      .join(' · '),
  );
  const { answered, failed, of } = standing;
  return [
    runTitle(run),
    words,
    ...lines,
    [
      plural(prompts, '1 prompt', '{0} prompts'),
      repetitions > 1 ? plural(repetitions, '1 repetition', '{0} repetitions') : '',
      answered < of ? t('{0} of {1} answered', answered, of) : '',
      failed > 0 ? t('{0} failed', failed) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    absoluteTime(createdAt),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Returns the value for menu conditions: `run`, `run.asked` while requests are sent, `run.missing` if an answer or a check is. */
function contextOf({ standing: { answered, unchecked, of }, asks }: ReadableRun): string {
  if (asks) return 'run.asked';
  return answered < of || unchecked > 0 ? 'run.missing' : 'run';
}
