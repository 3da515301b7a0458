import * as v from 'valibot';
import { defined } from '../../../base/defined.ts';
import { type ChatSettings, keptSettings } from './chatSettings.ts';

const deploymentSchema = v.object({
  baseModelName: v.exactOptional(v.string()),
  hubRevision: v.exactOptional(v.string()),
  /** Unix seconds. */
  createdAt: v.exactOptional(v.pipe(v.number(), v.finite())),
  modelName: v.exactOptional(v.string()),
  /** Since when its weights are known to be others, as an ISO date, where a test found that or the model was loaded anew. */
  fingerprint: v.exactOptional(v.string()),
  /** The engine, as a server of OpenAI's form names itself; see `servedBy` of a model. */
  servedBy: v.exactOptional(v.string()),
});

/** A model's deployment as its service listed it when an answer was asked for. */
export type Deployment = v.InferOutput<typeof deploymentSchema>;

/** Two deployments are the same if the base and the revision are; without a revision the time, the fingerprint, or else the model's own name. */
export function deploymentKey({ baseModelName, fingerprint, ...told }: Deployment): string {
  const { hubRevision, createdAt, modelName } = told;
  return JSON.stringify([
    baseModelName ?? null,
    hubRevision ?? createdAt ?? fingerprint ?? modelName ?? null,
  ]);
}

/** Returns what answers and votes keep of a deployment; `undefined` if the service gave none of it. */
export function deploymentFacts(deployment: Partial<Deployment>): Deployment | undefined {
  const { baseModelName, hubRevision, createdAt, modelName, fingerprint, servedBy } = deployment;
  const facts = defined({ baseModelName, hubRevision, createdAt, modelName, fingerprint, servedBy });
  return Object.keys(facts).length > 0 ? facts : undefined;
}

export const deploymentField = v.exactOptional(deploymentSchema);

const columnFields = {
  /** The column's answers have this id as `column`. */
  id: v.string(),
  connectionId: v.string(),
  name: v.string(),
  /** The column's own settings; if absent, the conversation's apply. */
  settings: v.exactOptional(keptSettings),
  /** Id of the last turn of the column's path, an answer or a question without one; absent before its first turn. */
  last: v.exactOptional(v.string()),
  /** Which turn it shows above a question that was sent alone, by the question above that one; absent for its newest answer. */
  shown: v.exactOptional(v.record(v.string(), v.string())),
  /** True if the service didn't list the model when it was chosen; it is asked all the same. */
  isUnlisted: v.exactOptional(v.boolean()),
};
const columnSchema = v.object(columnFields);

/** A model with its path through the tree, and the settings it is asked with. */
export type Column = v.InferOutput<typeof columnSchema>;

/** One to four columns, in the order shown. */
export type Columns = readonly [Column, ...Column[]];

export const voteSchema = v.object({
  /** Id of the question that was voted on. */
  question: v.string(),
  /** Id of the best column; absent for a tie. */
  best: v.exactOptional(v.string()),
  /** Ids of the answers that were judged. */
  among: v.pipe(v.array(v.string()), v.minLength(2)),
  /** True if the models were hidden. */
  isBlind: v.exactOptional(v.boolean()),
  /** True if the vote came with an imported file: it is shown, but not counted. */
  isImported: v.exactOptional(v.boolean()),
  at: v.number(),
});
export type Vote = v.InferOutput<typeof voteSchema>;

/** The fields of a conversation about its columns that are the same in memory, on disk and in an exported file. */
export const columnsFields = {
  columns: v.pipe(v.array(columnSchema), v.minLength(1)),
  /** Closed columns, with their answers; adding a column's model again reopens it. */
  closed: v.exactOptional(v.array(columnSchema)),
  /** True if the columns are asked one after the other. */
  isOneAtATime: v.exactOptional(v.boolean()),
  /** True if the models of the next question are hidden until its vote. */
  isBlind: v.exactOptional(v.boolean()),
  /** True if the next question is sent without the earlier turns. */
  isWithoutEarlier: v.exactOptional(v.boolean()),
};

const keptColumns = v.pipe(
  v.array(v.unknown()),
  v.transform((columns) => onePerId(columns.flatMap(keptColumn))),
);

/** The same fields as read from disk: an invalid value is dropped or replaced, and the rest is kept. */
export const keptColumnsFields = {
  ...columnsFields,
  columns: v.fallback(keptColumns, []),
  closed: v.exactOptional(v.fallback(keptColumns, [])),
  isOneAtATime: v.exactOptional(v.fallback(v.boolean(), false)),
  // If we can't read whether the models are hidden, we hide them.
  isBlind: v.exactOptional(v.fallback(v.boolean(), true)),
  isWithoutEarlier: v.exactOptional(v.fallback(v.boolean(), false)),
};

const keptColumnSchema = v.object({
  ...columnFields,
  settings: v.exactOptional(v.fallback(keptSettings, {})),
  shown: v.exactOptional(v.fallback(columnFields.shown.wrapped, {})),
});

function keptColumn(column: unknown): Column[] {
  const read = v.safeParse(keptColumnSchema, column);
  return read.success ? [read.output] : [];
}

function onePerId(columns: Column[]): Column[] {
  // Of several columns with the same id, the first is kept.
  return [...new Map(columns.toReversed().map((one) => [one.id, one])).values()].reverse();
}

/** Returns the settings with which a column is asked. */
export function settingsOf(
  { settings, isBlind }: { settings: ChatSettings; isBlind?: boolean },
  column: Column,
): ChatSettings {
  // While the models are hidden, all columns have the same settings.
  return (isBlind ? undefined : column.settings) ?? settings;
}

/** Max number of columns in a conversation. */
export const maxColumns = 4;

/** Max number of closed columns that are kept; the oldest are dropped. */
export const maxClosed = 100;
