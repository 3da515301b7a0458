import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../base/defined.ts';
import type { ChatSettings } from '../../chats/tree/chatSettings.ts';
import { type Deployment, deploymentKey } from '../../chats/tree/column.ts';
import type { RunFile } from '../run/runFile.ts';
import type { AnswerOrigin, Run, RunModel } from '../run/runRecord.ts';
import { isSamePair, type ModelPair } from './modelPairs.ts';

/** What something was in the earlier run, and what it is now. */
export interface Difference<T> {
  before: T;
  now: T;
}

/** The settings of a run but its system prompt; `extra` is taken apart. */
export type SettingName = Exclude<keyof ChatSettings, 'systemPrompt' | 'extra'>;

const settingNames = [
  'temperature',
  'topP',
  'maxTokens',
  'stop',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
] as const satisfies readonly SettingName[];

/** What differs between the answers of a model and of the one that it is compared with, as far as both are known. */
export interface ModelDifference {
  pair: ModelPair;
  /** Of the connection, or of its address alone. */
  connection?: Difference<RunModel>;
  /** The names of the bases, as they were listed. */
  base?: Difference<string[]>;
  /** Only of the same model: another one is of course another deployment. */
  deployment?: Difference<Deployment[]>;
  /** The engines, as they name themselves. */
  servedBy?: Difference<string[]>;
  /** Whether the answers came in a batch's output: all, none, or some of them. */
  batch?: Difference<'all' | 'none' | 'some'>;
  /** Wire names of fields that the model was asked without, since it refused them. */
  refused?: Difference<string[]>;
}

/** What differs between two runs beside their answers. What is not known of both is no difference. */
export interface RunDifferences {
  set?: Difference<string>;
  settings: (Difference<ChatSettings[SettingName]> & { name: SettingName })[];
  /** Further fields of the requests, by their wire names. */
  extra: (Difference<unknown> & { name: string })[];
  systemPrompt?: Difference<string>;
  repetitions?: Difference<number>;
  /** Only pairs of which something differs. */
  models: ModelDifference[];
}

type ComparedRun = Pick<RunFile, 'run' | 'index'>;

/** Returns what differs between a run and an earlier one. */
export function runDifferences(
  now: ComparedRun,
  earlier: ComparedRun,
  pairs: readonly ModelPair[],
): RunDifferences {
  const [was, is] = [earlier.run, now.run];
  const { extra: extraBefore = {}, ...before } = was.settings;
  const { extra: extraNow = {}, ...after } = is.settings;
  const [systemBefore, systemNow] = [before.systemPrompt ?? '', after.systemPrompt ?? ''];
  return {
    ...(!isSameSet(was, is) && { set: { before: was.set.name, now: is.set.name } }),
    settings: settingNames.flatMap((name) => {
      const difference = { before: before[name], now: after[name] };
      return isDifferent(difference) ? [{ name, ...difference }] : [];
    }),
    extra: [...new Set([...Object.keys(extraBefore), ...Object.keys(extraNow)])].flatMap((name) => {
      const difference = { before: extraBefore[name], now: extraNow[name] };
      return isDifferent(difference) ? [{ name, ...difference }] : [];
    }),
    ...(systemBefore !== systemNow && { systemPrompt: { before: systemBefore, now: systemNow } }),
    ...(was.repetitions !== is.repetitions && {
      repetitions: { before: was.repetitions, now: is.repetitions },
    }),
    models: pairs.flatMap((pair) => {
      const difference = modelDifference(now, earlier, pair);
      return Object.keys(difference).length > 0 ? [{ pair, ...difference }] : [];
    }),
  };
}

function modelDifference(
  now: ComparedRun,
  earlier: ComparedRun,
  pair: ModelPair,
): Omit<ModelDifference, 'pair'> {
  const [old, own] = [earlier.run.models[pair.before], now.run.models[pair.model]];
  const [was, is] = [earlier.index.models.originsOf(pair.before), now.index.models.originsOf(pair.model)];
  const known = (of: (one: Deployment) => string | undefined) => ({
    before: distinct(was, of),
    now: distinct(is, of),
  });
  const [base, servedBy] = [known((one) => one.baseModelName), known((one) => one.servedBy)];
  const listed = { before: deployments(was), now: deployments(is) };
  const keys = { before: [...listed.before.keys()].sort(), now: [...listed.now.keys()].sort() };
  const deployment = { before: [...listed.before.values()], now: [...listed.now.values()] };
  const batch = { before: batchShare(was), now: batchShare(is) };
  const refused = {
    before: [...(earlier.index.models.refused[pair.before] ?? [])].sort(),
    now: [...(now.index.models.refused[pair.model] ?? [])].sort(),
  };
  return {
    ...(old && own && isElsewhere(old, own) && { connection: { before: old, now: own } }),
    ...(isKnownDifference(base) && { base }),
    ...(isSamePair(now.run, earlier.run, pair) && isKnownDifference(keys) && { deployment }),
    ...(isKnownDifference(servedBy) && { servedBy }),
    ...(was.length > 0 && is.length > 0 && batch.before !== batch.now && { batch }),
    ...(isDifferent(refused) && { refused }),
  };
}

function isSameSet(one: Run, other: Run): boolean {
  return one.set.uri === other.set.uri && one.set.name === other.set.name;
}

function isElsewhere(old: RunModel, own: RunModel): boolean {
  if (old.connectionId !== own.connectionId) return true;
  return old.baseUrl !== undefined && own.baseUrl !== undefined && old.baseUrl !== own.baseUrl;
}

/** Returns the deployments that are known, by what tells them apart beside their base. */
function deployments(origins: readonly AnswerOrigin[]): Map<string, Deployment> {
  const known = origins.flatMap(({ deployment = {} }) => {
    const { hubRevision, createdAt, modelName } = deployment;
    const own = defined({ hubRevision, createdAt, modelName });
    return Object.keys(own).length > 0 ? [own] : [];
  });
  return new Map(known.map((one) => [deploymentKey(one), one]));
}

function batchShare(origins: readonly AnswerOrigin[]): 'all' | 'none' | 'some' {
  if (origins.every(({ isBatch }) => isBatch)) return 'all';
  return origins.some(({ isBatch }) => isBatch) ? 'some' : 'none';
}

function distinct(
  origins: readonly AnswerOrigin[],
  of: (deployment: Deployment) => string | undefined,
): string[] {
  return [...new Set(origins.flatMap(({ deployment = {} }) => of(deployment) ?? []))].sort();
}

function isKnownDifference({ before, now }: Difference<readonly string[]>): boolean {
  return before.length > 0 && now.length > 0 && isDifferent({ before, now });
}

function isDifferent({ before, now }: Difference<unknown>): boolean {
  return !isDeepStrictEqual(before, now);
}
