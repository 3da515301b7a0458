import type { Deployment } from '../../../core/chats/tree/column.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { RunChange } from '../../../core/promptSets/report/compareRuns.ts';
import { isSamePair, unpaired } from '../../../core/promptSets/report/modelPairs.ts';
import {
  type Difference,
  type ModelDifference,
  type RunDifferences,
  runDifferences,
} from '../../../core/promptSets/report/runDifferences.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunModel } from '../../../core/promptSets/run/runRecord.ts';
import type { RunComparison } from '../../../protocol/run.ts';
import { shortRevision } from '../../chats/page/figuresText.ts';
import type { Connections } from '../../connections/connections.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { absoluteTime, createdText } from '../../shared/text/time.ts';
import type { BothNames } from '../words/changeText.ts';
import { settingTexts } from '../words/runFacts.ts';

type ComparedFile = Pick<RunFile, 'run' | 'index'>;

/** Says what two runs have in common and, as far as it is known, what differs. */
export function changeFacts(
  file: ComparedFile,
  earlier: ComparedFile,
  change: Pick<RunChange, 'models' | 'shared' | 'otherRules'>,
  about: BothNames & { connections: Pick<Connections, 'byId'> },
): RunComparison['facts'] {
  const found = runDifferences(file, earlier, change.models);
  const { set, systemPrompt, repetitions } = found;
  const ofModels = (textsOf: (difference: ModelDifference) => readonly string[]) =>
    modelLines(found, change.models.length, about.names, textsOf);
  const facts: RunComparison['facts'] = [
    { name: t('Prompts'), texts: promptTexts(change, file.run.prompts, earlier.run.prompts) },
    { name: t('Models'), texts: pairTexts(file, earlier, change, about) },
    { name: t('Prompt set'), texts: set ? [arrow(set, (name) => cleanText(name, 80))] : [] },
    {
      name: t('Connection'),
      texts: ofModels((difference) => connectionTexts(difference, about)),
    },
    { name: t('Base model'), texts: ofModels(({ base }) => (base ? [arrow(base, namesText)] : [])) },
    {
      name: t('Deployment'),
      texts: ofModels(({ deployment }) => (deployment ? [deploymentsText(deployment)] : [])),
    },
    { name: t('Engine'), texts: ofModels(engineTexts) },
    { name: t('Settings'), texts: [...settingsTexts(found), ...ofModels(refusedTexts)] },
    {
      name: t('System prompt'),
      texts: systemPrompt ? [systemPromptText(systemPrompt)] : [],
      ...(systemPrompt && { hasDiff: true }),
    },
    { name: t('Repetitions'), texts: repetitions ? [repetitionsText(repetitions)] : [] },
  ];
  return facts.filter(({ texts }) => texts.length > 0);
}

function promptTexts(
  { shared, otherRules }: Pick<RunChange, 'shared' | 'otherRules'>,
  prompts: number,
  promptsBefore: number,
): string[] {
  const gone = promptsBefore - shared;
  return [
    t('{0} of {1} in both runs', shared, prompts),
    ...(otherRules === 0
      ? []
      : [
          plural(
            otherRules,
            '{0} of them has other checks now and is left out',
            '{0} of them have other checks now and are left out',
          ),
        ]),
    ...(gone > 0 ? [t('{0} only in the earlier run', gone)] : []),
  ];
}

function pairTexts(
  { run }: ComparedFile,
  { run: earlier }: ComparedFile,
  { models }: Pick<RunChange, 'models'>,
  { names, namesBefore }: BothNames,
): string[] {
  const byHand = models.filter((pair) => !isSamePair(run, earlier, pair));
  const left = unpaired(
    run,
    models.map(({ model }) => model),
  );
  const leftBefore = unpaired(
    earlier,
    models.map(({ before }) => before),
  );
  return [
    ...byHand.map(({ model, before }) =>
      t('{0} is compared with {1}', names[model] ?? '', namesBefore[before] ?? ''),
    ),
    ...left.map((model) => t('{0} is not compared', names[model] ?? '')),
    ...leftBefore.map((model) => t('{0} of the earlier run is not compared', namesBefore[model] ?? '')),
  ];
}

/** Returns what differs between the models of each pair; each line with its model, unless it is the same of all. */
function modelLines(
  { models }: RunDifferences,
  pairs: number,
  names: readonly string[],
  textsOf: (difference: ModelDifference) => readonly string[],
): string[] {
  const said = models.map((one) => ({ name: names[one.pair.model] ?? '', texts: textsOf(one) }));
  const lines = new Map(said.flatMap(({ texts }) => texts.map((text) => [text, [] as string[]])));
  for (const { name, texts } of said) for (const text of texts) lines.get(text)?.push(name);
  return [...lines].map(([text, of]) => (of.length === pairs ? text : `${of.join(', ')}: ${text}`));
}

function connectionTexts(
  { connection }: ModelDifference,
  { connections }: { connections: Pick<Connections, 'byId'> },
): string[] {
  if (!connection) return [];
  const nameOf = ({ connectionId }: RunModel) => cleanText(connections.byId(connectionId)?.name ?? '', 80);
  const addressOf = ({ baseUrl = '' }: RunModel) => cleanText(baseUrl);
  const both = [connection.before, connection.now];
  const areNamed = both.every((one) => nameOf(one) !== '') && new Set(both.map(nameOf)).size === 2;
  const said = areNamed ? nameOf : (one: RunModel) => addressOf(one) || nameOf(one) || t('removed');
  return new Set(both.map(said)).size === 2 ? [arrow(connection, said)] : [];
}

function deploymentsText({ before, now }: Difference<readonly Deployment[]>): string {
  const revisions = [...before, ...now].flatMap(({ hubRevision }) => hubRevision ?? []);
  const areShort = new Set(revisions.map(shortRevision)).size === new Set(revisions).size;
  const textOf = ({ hubRevision, createdAt, modelName = '' }: Deployment) => {
    if (hubRevision !== undefined)
      return t('revision {0}', areShort ? shortRevision(hubRevision) : cleanText(hubRevision, 80));
    return createdAt === undefined
      ? cleanText(modelName, 80)
      : t('deployed {0}', createdText(createdAt, absoluteTime));
  };
  return arrow({ before, now }, (deployments) => deployments.map(textOf).join(', '));
}

function engineTexts({ servedBy, batch }: ModelDifference): string[] {
  const ways = { all: t('in a batch'), some: t('partly in a batch'), none: t('asked one by one') };
  return [
    ...(servedBy ? [arrow(servedBy, namesText)] : []),
    ...(batch ? [arrow(batch, (share) => ways[share])] : []),
  ];
}

function settingsTexts({ settings, extra }: RunDifferences): string[] {
  return [
    ...settings.map(({ name, ...values }) =>
      settingTexts[name](arrow(values, (value) => valueText(value, name !== 'seed'))),
    ),
    ...extra.map(
      ({ name, ...values }) => `${cleanText(name, 40)} ${arrow(values, (value) => valueText(value, false))}`,
    ),
  ];
}

function valueText(value: unknown, isCounted: boolean): string {
  if (value === undefined) return t('not set');
  // As exact as it is: two temperatures may differ in the fourth digit.
  if (typeof value === 'number' && isCounted) return numberText(value, { maximumFractionDigits: 20 });
  return cleanText(JSON.stringify(value), 80);
}

function refusedTexts({ refused }: ModelDifference): string[] {
  if (!refused) return [];
  const [before, now] = [new Set(refused.before), new Set(refused.now)];
  return [
    ...[...now.difference(before)].map((field) => t('{0} not accepted now', cleanText(field, 40))),
    ...[...before.difference(now)].map((field) => t('{0} not accepted before', cleanText(field, 40))),
  ];
}

function systemPromptText({ before, now }: Difference<string>): string {
  if (before === '') return t('added');
  return now === '' ? t('removed') : t('changed');
}

function repetitionsText({ before, now }: Difference<number>): string {
  const fewest = Math.min(before, now);
  return plural(
    fewest,
    '{1}; the first of each is compared',
    '{1}; the first {0} of each are compared',
    arrow({ before, now }, (count) => numberText(count)),
  );
}

function namesText(names: readonly string[]): string {
  return names.map((name) => cleanText(name, 80)).join(', ');
}

/** Returns, e.g., "0 → 0.7". */
function arrow<T>({ before, now }: Difference<T>, textOf: (value: T) => string): string {
  return t('{0} → {1}', textOf(before), textOf(now));
}
