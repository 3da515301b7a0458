import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../base/defined.ts';
import type { Texts } from '../../../base/texts.ts';
import { type Deployment, deploymentKey } from '../../chats/tree/column.ts';
import { cleanText, shortRevision } from '../../cleanText.ts';
import { createdMs } from '../../sensibleTime.ts';
import type { RunChange } from '../compare/compareRuns.ts';
import { isSamePair, type ModelPair, unpaired } from '../compare/modelPairs.ts';
import type { RunFile } from '../run/runFile.ts';
import type { AnswerOrigin, Run, RunModel } from '../run/runRecord.ts';
import type { ChangeFact } from './findingWords.ts';
import { type NamedConnections, settingNames, settingTexts } from './runFacts.ts';
import type { BothDisplay } from './runVerdictTexts.ts';

type ComparedFile = Pick<RunFile, 'run' | 'index'>;

/** What something was in the earlier run, and what it is now. */
type Both<T> = readonly [before: T, now: T];

/** What is known of a model in one run beside its answers. */
interface ModelSide {
  model: RunModel | undefined;
  origins: readonly AnswerOrigin[];
  /** Wire names of fields that the model was asked without, since it refused them. */
  refused: ReadonlySet<string>;
}

/** Says what two runs have in common and, as far as it is known of both, what differs beside their answers. */
export function changeFacts(
  file: ComparedFile,
  earlier: ComparedFile,
  change: Pick<RunChange, 'models' | 'shared' | 'otherRules'>,
  about: BothDisplay & { connections: NamedConnections },
): ChangeFact[] {
  const { t } = about;
  const [was, is] = [earlier.run, file.run];
  const pairs = change.models.map((pair) => ({
    name: about.names[pair.model] ?? '',
    isSame: isSamePair(is, was, pair),
    both: [sideOf(earlier, pair.before), sideOf(file, pair.model)] as const,
  }));
  /** Each text with its model, unless it is the same of all. */
  const ofModels = (textsOf: (both: Both<ModelSide>, isSame: boolean) => readonly string[]) => {
    const said = pairs.flatMap(({ name, isSame, both }) =>
      textsOf(both, isSame).map((text) => ({ name, text })),
    );
    return [...Map.groupBy(said, ({ text }) => text)].map(([text, of]) =>
      of.length === pairs.length ? text : `${of.map(({ name }) => name).join(', ')}: ${text}`,
    );
  };
  const systemPrompt = systemPromptTexts(t, [was, is]);
  const isSameSet = was.set.uri === is.set.uri && was.set.name === is.set.name;
  const facts: ChangeFact[] = [
    { name: t('Prompts'), texts: promptTexts(t, change, [was.prompts, is.prompts]) },
    { name: t('Models'), texts: pairTexts([was, is], change.models, about) },
    {
      name: t('Prompt set'),
      texts: isSameSet ? [] : [arrow(t, [was.set.name, is.set.name], (name) => cleanText(name, 80))],
    },
    { name: t('Connection'), texts: ofModels((both) => connectionTexts(both, about)) },
    { name: t('Base model'), texts: ofModels((both) => knownTexts(t, both, (one) => one.baseModelName)) },
    { name: t('Deployment'), texts: ofModels((both, isSame) => (isSame ? deploymentTexts(t, both) : [])) },
    { name: t('Engine'), texts: ofModels((both) => engineTexts(t, both)) },
    {
      name: t('Settings'),
      texts: [...settingsTexts(t, [was, is]), ...ofModels((both) => refusedTexts(t, both))],
    },
    { name: t('System prompt'), texts: systemPrompt, ...(systemPrompt.length > 0 && { hasDiff: true }) },
    { name: t('Repetitions'), texts: repetitionTexts(t, [was.repetitions, is.repetitions]) },
  ];
  return facts.filter(({ texts }) => texts.length > 0);
}

function sideOf({ run, index }: ComparedFile, model: number): ModelSide {
  const { models } = index;
  const refused = new Set([...(models.refused[model] ?? [])].sort());
  return { model: run.models[model], origins: models.originsOf(model), refused };
}

function promptTexts(
  t: Texts,
  { shared, otherRules }: Pick<RunChange, 'shared' | 'otherRules'>,
  [before, now]: Both<number>,
): string[] {
  return [
    t('{0} of {1} in both runs', shared, now),
    otherRules > 0
      ? t.plural(
          otherRules,
          '{0} of them has other checks now and is left out',
          '{0} of them have other checks now and are left out',
        )
      : '',
    before > shared ? t('{0} only in the earlier run', before - shared) : '',
  ].filter(Boolean);
}

function pairTexts(
  [was, is]: Both<Run>,
  pairs: readonly ModelPair[],
  { t, names, namesBefore }: BothDisplay,
): string[] {
  const byHand = pairs.filter((pair) => !isSamePair(is, was, pair));
  return [
    ...byHand.map(({ model, before }) =>
      t('{0} is compared with {1}', names[model] ?? '', namesBefore[before] ?? ''),
    ),
    ...unpaired(is, pairs).map((model) => t('{0} is not compared', names[model] ?? '')),
    ...unpaired(was, pairs, 'before').map((model) =>
      t('{0} of the earlier run is not compared', namesBefore[model] ?? ''),
    ),
  ];
}

/** Of the connection, or of its address alone. */
function connectionTexts(
  [{ model: old }, { model: own }]: Both<ModelSide>,
  { t, connections }: { t: Texts; connections: NamedConnections },
): string[] {
  if (!old || !own) return [];
  const isMoved = old.baseUrl !== undefined && own.baseUrl !== undefined && old.baseUrl !== own.baseUrl;
  if (old.connectionId === own.connectionId && !isMoved) return [];
  const both = [old, own] as const;
  const nameOf = ({ connectionId }: RunModel) => cleanText(connections.byId(connectionId)?.name ?? '', 80);
  const addressOf = ({ baseUrl = '' }: RunModel) => cleanText(baseUrl);
  const areNamed = both.every((one) => nameOf(one) !== '') && new Set(both.map(nameOf)).size === 2;
  const said = areNamed ? nameOf : (one: RunModel) => addressOf(one) || nameOf(one) || t('removed');
  return new Set(both.map(said)).size === 2 ? [arrow(t, both, said)] : [];
}

/** Says what names the answers have, if some are known in both runs and differ. */
function knownTexts(
  t: Texts,
  both: Both<ModelSide>,
  nameIn: (deployment: Deployment) => string | undefined,
): string[] {
  const [before = [], now = []] = both.map(({ origins }) =>
    [...new Set(origins.flatMap(({ deployment = {} }) => nameIn(deployment) ?? []))].sort(),
  );
  return isKnownDifference(before, now)
    ? [arrow(t, [before, now], (names) => names.map((name) => cleanText(name, 80)).join(', '))]
    : [];
}

function deploymentTexts(t: Texts, both: Both<ModelSide>): string[] {
  const [before, now] = [deploymentsIn(both[0].origins), deploymentsIn(both[1].origins)];
  if (!isKnownDifference([...before.keys()].sort(), [...now.keys()].sort())) return [];
  const revisions = [...before.values(), ...now.values()].flatMap(({ hubRevision }) => hubRevision ?? []);
  const areShort = new Set(revisions.map(shortRevision)).size === new Set(revisions).size;
  const timeOf = (ms: number) => t.date(ms, { dateStyle: 'medium', timeStyle: 'long' });
  const textOf = ({ hubRevision, createdAt, fingerprint, modelName = '' }: Deployment) => {
    if (hubRevision !== undefined)
      return t('revision {0}', areShort ? shortRevision(hubRevision) : cleanText(hubRevision, 80));
    if (createdAt !== undefined) {
      const ms = createdMs(createdAt);
      return t('deployed {0}', ms === undefined ? String(createdAt) : timeOf(ms));
    }
    const since = Date.parse(fingerprint ?? '');
    return Number.isNaN(since) ? cleanText(modelName, 80) : t('other weights since {0}', timeOf(since));
  };
  return [arrow(t, [before, now], (deployments) => [...deployments.values()].map(textOf).join(', '))];
}

/** Returns the deployments that are known, by what tells them apart beside their base. */
function deploymentsIn(origins: readonly AnswerOrigin[]): Map<string, Deployment> {
  const known = origins.flatMap(({ deployment = {} }) => {
    const { hubRevision, createdAt, fingerprint, modelName } = deployment;
    const own = defined({ hubRevision, createdAt, fingerprint, modelName });
    return Object.keys(own).length > 0 ? [own] : [];
  });
  return new Map(known.map((one) => [deploymentKey(one), one]));
}

function engineTexts(t: Texts, both: Both<ModelSide>): string[] {
  const wayOf = ({ origins }: ModelSide) => {
    if (origins.every(({ isBatch }) => isBatch)) return t('in a batch');
    return origins.some(({ isBatch }) => isBatch) ? t('partly in a batch') : t('asked one by one');
  };
  const isKnown = both.every(({ origins }) => origins.length > 0);
  const isOther = isKnown && wayOf(both[0]) !== wayOf(both[1]);
  return [...knownTexts(t, both, (one) => one.servedBy), ...(isOther ? [arrow(t, both, wayOf)] : [])];
}

function settingsTexts(t: Texts, [{ settings: was }, { settings: is }]: Both<Run>): string[] {
  const valueText = (value: unknown, isCounted: boolean) => {
    if (value === undefined) return t('not set');
    // As exact as it is: two temperatures may differ in the fourth digit.
    if (typeof value === 'number' && isCounted) return t.number(value, { maximumFractionDigits: 20 });
    return cleanText(JSON.stringify(value), 80);
  };
  const changed = (both: Both<unknown>, isCounted: boolean) =>
    isDeepStrictEqual(...both) ? [] : [arrow(t, both, (value) => valueText(value, isCounted))];
  const [extraBefore, extra] = [was.extra ?? {}, is.extra ?? {}];
  return [
    ...settingNames.flatMap((name) =>
      changed([was[name], is[name]], name !== 'seed').map((text) => settingTexts[name](t, text)),
    ),
    ...[...new Set([...Object.keys(extraBefore), ...Object.keys(extra)])].flatMap((name) =>
      changed([extraBefore[name], extra[name]], false).map((text) => `${cleanText(name, 40)} ${text}`),
    ),
  ];
}

function refusedTexts(t: Texts, [{ refused: before }, { refused: now }]: Both<ModelSide>): string[] {
  return [
    ...[...now.difference(before)].map((field) => t('{0} not accepted now', cleanText(field, 40))),
    ...[...before.difference(now)].map((field) => t('{0} not accepted before', cleanText(field, 40))),
  ];
}

function systemPromptTexts(t: Texts, [was, is]: Both<Run>): string[] {
  const [before = '', now = ''] = [was.settings.systemPrompt, is.settings.systemPrompt];
  if (before === now) return [];
  if (before === '') return [t('added')];
  return [now === '' ? t('removed') : t('changed')];
}

function repetitionTexts(t: Texts, both: Both<number>): string[] {
  if (both[0] === both[1]) return [];
  return [
    t.plural(
      Math.min(...both),
      '{1}; the first of each is compared',
      '{1}; the first {0} of each are compared',
      arrow(t, both, (count) => t.number(count)),
    ),
  ];
}

function isKnownDifference(before: readonly string[], now: readonly string[]): boolean {
  return before.length > 0 && now.length > 0 && !isDeepStrictEqual(before, now);
}

/** Returns, e.g., "0 → 0.7". */
function arrow<T>(t: Texts, [before, now]: Both<T>, textOf: (value: T) => string): string {
  return t('{0} → {1}', textOf(before), textOf(now));
}
