import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { ListedFindings, RunProgress } from '../../../core/promptSets/report/runFindings.ts';
import type { ModelVerdict } from '../../../core/promptSets/report/runVerdicts.ts';
import { comparedModels, type Run } from '../../../core/promptSets/run/runRecord.ts';
import type { NewerRun } from '../../../core/promptSets/run/runStore.ts';
import {
  connectionNames,
  dayAndTime,
  type NamedConnections,
} from '../../../core/promptSets/words/runFacts.ts';
import { notFinalName, unfinishedText, verdictName } from '../../../core/promptSets/words/verdictName.ts';
import { bareName, shownName } from '../../../core/shownName.ts';
import type { Connections } from '../../connections/connections.ts';
import { plural, t } from '../../shared/text/t.ts';
import { absoluteTime, briefTime } from '../../shared/text/time.ts';

/** A row of the Runs view. */
export interface RunNode {
  type: 'run';
  runId: string;
  item: vscode.TreeItem;
}

interface ReadableRun {
  run: Run;
  found: ListedFindings;
  /** The window that sends requests for it at the moment. */
  asks: 'this' | 'other' | undefined;
}

/** What a row shows. `found` is missing if the run's results can't be read. */
export type ListedRun = NewerRun | (Omit<ReadableRun, 'found'> & { found: ListedFindings | undefined });

type KnownConnections = Pick<Connections, 'all' | 'byId' | 'named'>;

interface Look {
  icon: string;
  color?: string;
  /** Empty if there is nothing to say. */
  words: string;
}

/** Returns a run's row. */
export function runItem(listed: ListedRun, connections: KnownConnections): vscode.TreeItem {
  if ('isNewer' in listed) {
    const words = t('A newer version of Hosted Models made this run. Update the extension to open it.');
    return closedItem(listed, words, 'lock');
  }
  const { run, found } = listed;
  if (!found) return closedItem(run, t('This run could not be read. See the log.'), 'error');
  return readableItem({ ...listed, found }, connections);
}

/** What a row of 300 px holds of label and description together, and the least of the models, in characters. */
const [rowLength, minModels] = [33, 16];

/** Sets lose their middle as models do: both differ at their ends. */
const maxSet = 10;

function readableItem(listed: ReadableRun, connections: KnownConnections): vscode.TreeItem {
  const { run } = listed;
  const { models, createdAt } = run;
  const { icon, color, words } = lookOf(listed);
  const set = shownName(runTitle(run).replace(/(?:\.prompts)?\.\w+$/u, ''), maxSet);
  const told = `${briefTime(createdAt)} · ${set}`;
  return itemOf(run, {
    // What tells runs apart comes first. The icon says the verdict, too.
    label: shownName(comparedText(models, bareName), Math.max(minModels, rowLength - told.length)),
    description: [told, words, severalNames(models, connections)].filter(Boolean).join(' · '),
    accessibilityInformation: {
      label: [versusText(models), briefTime(createdAt), runTitle(run), words].filter(Boolean).join(', '),
    },
    tooltip: tooltipOf(listed, words, connections),
    iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)),
    contextValue: contextOf(listed),
    // VS Code forgets the arguments of a row that is drawn anew (extHostTreeViews.ts), so a click on its way would fail.
    command: { command: 'hostedModels.openRun', title: t('Open') },
  });
}

type NamedRun = Pick<Run, 'id' | 'set' | 'createdAt'>;

/** A row that can only be deleted. */
function closedItem(run: NamedRun, words: string, icon: string): vscode.TreeItem {
  return itemOf(run, {
    description: briefTime(run.createdAt),
    tooltip: [runTitle(run), words, absoluteTime(run.createdAt)].join('\n'),
    iconPath: new vscode.ThemeIcon(icon),
    contextValue: 'run.closed',
  });
}

function itemOf(run: NamedRun, look: Partial<vscode.TreeItem>): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(runTitle(run)), { id: run.id, ...look });
}

/** Returns the name of the run's set, as it is shown. */
export function runTitle({ set }: Pick<Run, 'set'>): string {
  return cleanText(set.name, 80) || t('Untitled');
}

/** What a run tells of: the models beside the base, else the base. Sets and bases are the same from run to run. */
function comparedText([base, ...others]: Run['models'], shown = (name: string) => name): string {
  const compared = others.filter(({ isNoiseFloor }) => !isNoiseFloor);
  return (compared.length > 0 ? compared : base ? [base] : [])
    .map(({ name }) => cleanText(shown(name), 80))
    .join(', ');
}

/** "support-tone-v7 vs llama-3-8b", of several "support-tone-v7, support-tone-v8 vs llama-3-8b". */
export function versusText([base, ...others]: Run['models']): string {
  const name = cleanText(base?.name ?? '', 80);
  const compared = others.filter(({ isNoiseFloor }) => !isNoiseFloor);
  if (compared.length > 0)
    return t('{0} vs {1}', compared.map((one) => cleanText(one.name, 80)).join(', '), name);
  return others.length > 0 ? t('{0} vs itself', name) : name;
}

/** Names the connections of a run's models where there are several to choose from. */
function severalNames(models: Run['models'], connections: KnownConnections): string {
  return connections.all.length > 1 ? connectionNames(models, connections) : '';
}

/** Returns a tab's title, which is its tooltip, too: neither the file's own nor that of another run of it. */
export function tabTitle(run: Run, connections: KnownConnections): string {
  const { models, createdAt } = run;
  return [
    shownName(comparedText(models), 40),
    cleanText(run.set.name, 40),
    dayAndTime(t, createdAt),
    severalNames(models, connections),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns what tells a run of a set apart, e.g. "support-tone-v7 vs llama-3-8b · Nov 18, 10:42 AM · Acme production". */
export function runLine(run: Run | NewerRun, connections: NamedConnections): string {
  const [versus, places] =
    'isNewer' in run ? [] : [versusText(run.models), connectionNames(run.models, connections)];
  return [versus, dayAndTime(t, run.createdAt), places].filter(Boolean).join(' · ');
}

function lookOf({ run, found, asks }: ReadableRun): Look {
  const { progress } = found;
  const { state, done, of } = progress;
  if (asks === 'this') return { icon: 'sync~spin', words: t('{0} of {1}', done, of) };
  if (asks === 'other') return { icon: 'sync', words: t('{0} of {1} in another window', done, of) };
  if (state === 'complete' && done === 0 && of > 0)
    return { icon: 'error', color: 'list.errorForeground', words: t('Failed') };
  // The base against itself is not in `run`, which is as it began.
  const verdicts = found.verdicts.filter(({ model }) => !found.run.models[model]?.isNoiseFloor);
  const isFinal = verdicts.length > 0 && verdicts.every(({ verdict }) => verdict.kind !== 'notFinal');
  if (state === 'complete' || isFinal) return verdictLook(verdicts, found);
  const icon = unfinishedIcons[state] ?? 'warning';
  const clear = verdicts.filter(({ verdict }) => verdict.clear);
  if (clear.length > 0) return { icon, words: [...new Set(namesOf(clear, found))].join(', ') };
  // One model alone has no verdict.
  const words = comparedModels(run).length > 0 ? notFinalName(t, progress) : unfinishedText(t, progress);
  return { icon, words };
}

const unfinishedIcons: Partial<Record<RunProgress['state'], string>> = {
  ...{ new: 'circle-outline', stopped: 'stop-circle', waiting: 'inbox' },
};

function namesOf(verdicts: readonly ModelVerdict[], found: ListedFindings): string[] {
  return verdicts.map(({ verdict }) => verdictName(verdict, { t, ...found }));
}

function verdictLook(verdicts: readonly ModelVerdict[], found: ListedFindings): Look {
  const [first, ...more] = verdicts;
  if (!first) return { icon: 'check', words: '' };
  const names = namesOf(verdicts, found);
  if (more.length === 0) return { ...looks[first.verdict.kind], words: names.join() };
  const count = (kind: string) => verdicts.filter(({ verdict }) => verdict.kind === kind).length;
  const [better, worse] = [count('better'), count('worse')];
  const counted = [
    better > 0 ? plural(better, '1 better', '{0} better') : '',
    worse > 0 ? plural(worse, '1 worse', '{0} worse') : '',
  ].filter(Boolean);
  const kinds = [...new Set(verdicts.map(({ verdict }) => verdict.kind))];
  const told = (['better', 'worse'] as const).filter((kind) => kinds.includes(kind));
  // Where some are better and others worse, neither arrow would be true.
  const look =
    told.length > 1
      ? { icon: 'arrow-swap' }
      : looks[told[0] ?? (kinds.length > 1 ? 'unclear' : first.verdict.kind)];
  return { ...look, words: counted.join(', ') || [...new Set(names)].join(', ') };
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

function tooltipOf({ run, found }: ReadableRun, words: string, connections: KnownConnections): string {
  const { models, prompts, repetitions, createdAt } = run;
  const { done, of } = found.progress;
  const roleOf = (model: number) => {
    if (models[model]?.isNoiseFloor) return t('the base once more');
    if (model === 0) return models.length > 1 ? t('base') : '';
    const own = found.verdicts.filter((one) => one.model === model);
    return models.length > 2 ? namesOf(own, found).join() : '';
  };
  return [
    runTitle(run),
    words,
    ...models.map(({ name, connectionId }, model) =>
      [cleanText(name), cleanText(connections.named(connectionId).name), roleOf(model)]
        .filter(Boolean)
        .join(' · '),
    ),
    [
      plural(prompts, '1 prompt', '{0} prompts'),
      repetitions > 1 ? plural(repetitions, '1 repetition', '{0} repetitions') : '',
      done < of ? t('{0} of {1} answered', done, of) : '',
      found.failed > 0 ? t('{0} failed', found.failed) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    absoluteTime(createdAt),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Returns the value for menu conditions: `run`, `run.asked` while requests are sent, `run.missing` if an answer or a check is. */
function contextOf({ found: { progress, unchecked }, asks }: ReadableRun): string {
  if (asks) return 'run.asked';
  return progress.done < progress.of || unchecked > 0 ? 'run.missing' : 'run';
}
