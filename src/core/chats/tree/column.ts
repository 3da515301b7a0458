import * as v from 'valibot';
import { type ChatSettings, keptSettings } from './chatSettings.ts';

const deploymentSchema = v.object({
  baseModelName: v.exactOptional(v.string()),
  hubRevision: v.exactOptional(v.string()),
  /** Unix seconds. */
  createdAt: v.exactOptional(v.pipe(v.number(), v.finite())),
  modelName: v.exactOptional(v.string()),
});

/** A model's deployment as its service listed it when an answer was asked for. */
export type Deployment = v.InferOutput<typeof deploymentSchema>;

export const deploymentField = v.exactOptional(deploymentSchema);

const columnFields = {
  /** Its answers have it as `column`. */
  id: v.string(),
  connectionId: v.string(),
  name: v.string(),
  /** Its own instead of the conversation's. */
  settings: v.exactOptional(keptSettings),
  /** The column's path ends here; absent before its first turn. */
  leaf: v.exactOptional(v.string()),
  /**
   * Where its path goes on above a question that was sent alone, by the ask of the question before that one. Absent where it is
   * the column's newest answer.
   */
  chosen: v.exactOptional(v.record(v.string(), v.string())),
  /** The service didn't list the model when it was chosen: it is asked all the same. */
  isUnlisted: v.exactOptional(v.boolean()),
};
const columnSchema = v.object(columnFields);

/** A model with its path through the tree, and the settings it is asked with. */
export type Column = v.InferOutput<typeof columnSchema>;

/** One to four, in the order shown. */
export type Columns = readonly [Column, ...Column[]];

export const voteSchema = v.object({
  /** The question, see `askOf`. */
  ask: v.string(),
  /** Id of the best column; absent for a tie. */
  best: v.exactOptional(v.string()),
  /** The answers that were judged. */
  among: v.pipe(
    v.array(
      v.object({
        column: v.string(),
        connectionId: v.string(),
        name: v.string(),
        /** Id of the answer. */
        answer: v.string(),
        deployment: deploymentField,
      }),
    ),
    v.minLength(2),
  ),
  /** The models were hidden. */
  isBlind: v.exactOptional(v.boolean()),
  /** It came with an imported file: shown, but not counted. */
  isImported: v.exactOptional(v.boolean()),
  at: v.number(),
});
export type Vote = v.InferOutput<typeof voteSchema>;

/** The fields of a conversation about its columns that are the same in memory, on disk and in an exported file. */
export const columnsFields = {
  columns: v.pipe(v.array(columnSchema), v.minLength(1)),
  /** Closed ones, with their answers, for when their model is added again. */
  closed: v.exactOptional(v.array(columnSchema)),
  /** Asks one column after the other. */
  isOneAtATime: v.exactOptional(v.boolean()),
  /** The models of the next question are hidden until its vote. */
  isBlind: v.exactOptional(v.boolean()),
  /** The next question is sent without the earlier turns. */
  isWithoutEarlier: v.exactOptional(v.boolean()),
};

const keptColumns = v.pipe(
  v.array(v.unknown()),
  v.transform((columns) => onePerId(columns.flatMap(keptColumn))),
);

/** The same as on disk: what is invalid doesn't cost the rest. */
export const keptColumnsFields = {
  ...columnsFields,
  columns: v.fallback(keptColumns, []),
  closed: v.exactOptional(v.fallback(keptColumns, [])),
  isOneAtATime: v.exactOptional(v.fallback(v.boolean(), false)),
  // What it says is unknown: then better no names.
  isBlind: v.exactOptional(v.fallback(v.boolean(), true)),
  isWithoutEarlier: v.exactOptional(v.fallback(v.boolean(), false)),
};

const keptColumnSchema = v.object({
  ...columnFields,
  settings: v.exactOptional(v.fallback(keptSettings, {})),
  chosen: v.exactOptional(v.fallback(columnFields.chosen.wrapped, {})),
});

function keptColumn(column: unknown): Column[] {
  const read = v.safeParse(keptColumnSchema, column);
  return read.success ? [read.output] : [];
}

function onePerId(columns: Column[]): Column[] {
  // Of several with one id, the first.
  return [...new Map(columns.toReversed().map((one) => [one.id, one])).values()].reverse();
}

/** The settings that a column is asked with. */
export function settingsOf(
  { settings, isBlind }: { settings: ChatSettings; isBlind?: boolean },
  column: Column,
): ChatSettings {
  // While blind, all have the same.
  return (isBlind ? undefined : column.settings) ?? settings;
}

/** A conversation has at most so many columns. */
export const maxColumns = 4;

/** It keeps at most so many closed ones, the last. */
export const maxClosed = 100;
