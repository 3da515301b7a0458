import * as v from 'valibot';
import { type ChatSettings, keptSettings } from './chatSettings.ts';

const columnFields = {
  /** Its answers have it as `column`. */
  id: v.string(),
  connectionId: v.string(),
  model: v.string(),
  /** Its own instead of the conversation's. */
  settings: v.exactOptional(keptSettings),
  /** The column's path ends here; absent before its first turn. */
  leaf: v.exactOptional(v.string()),
  /** The service didn't list the model when it was chosen: it is asked all the same. */
  isUnlisted: v.exactOptional(v.boolean()),
};
const columnSchema = v.object(columnFields);

/** A model compared with others: its path through the tree, and the settings it is asked with. */
export type Column = v.InferOutput<typeof columnSchema>;

const voteSchema = v.object({
  /** The question, see `askOf`. */
  ask: v.string(),
  /** Id of the best column; absent for a tie. */
  best: v.exactOptional(v.string()),
  /** The columns that were compared, with the models that had answered. */
  among: v.array(
    v.object({
      column: v.string(),
      connectionId: v.string(),
      model: v.string(),
      /** Id of the answer that was judged. */
      answer: v.exactOptional(v.string()),
    }),
  ),
  /** The names were hidden. */
  isBlind: v.exactOptional(v.boolean()),
  at: v.number(),
});
export type Vote = v.InferOutput<typeof voteSchema>;

/** What makes a conversation a comparison. Its questions and answers are turns like any other. */
export const comparisonFields = {
  /** In the order shown. */
  columns: v.pipe(v.array(columnSchema), v.minLength(1)),
  /** Closed ones, with their answers, for when their model is added again. */
  closed: v.exactOptional(v.array(columnSchema)),
  /** At most one a question. */
  votes: v.array(voteSchema),
  /** Asks one column after the other. */
  isOneAtATime: v.exactOptional(v.boolean()),
  /** `hidden`: nobody is to see which column has which model; `revealed`: by the vote. */
  blind: v.exactOptional(v.picklist(['hidden', 'revealed'])),
};

const keptColumnSchema = v.object({
  ...columnFields,
  settings: v.exactOptional(v.fallback(keptSettings, {})),
});

/** The same as stored: invalid details don't cost the columns they belong to. */
export const keptComparisonFields = {
  ...comparisonFields,
  columns: v.pipe(v.array(keptColumnSchema), v.minLength(1), v.transform(onePerId)),
  closed: v.exactOptional(v.fallback(v.pipe(v.array(keptColumnSchema), v.transform(onePerId)), [])),
  votes: v.fallback(v.array(voteSchema), []),
  // What it says is unknown: then better no names.
  blind: v.exactOptional(v.fallback(comparisonFields.blind.wrapped, 'hidden')),
};

function onePerId(columns: Column[]): Column[] {
  // Of several with one id, the first.
  return [...new Map(columns.toReversed().map((one) => [one.id, one])).values()].reverse();
}

export type Comparison = v.InferOutput<v.ObjectSchema<typeof comparisonFields, undefined>>;

/** The settings of a column that differ from the conversation's; a blind comparison has the same for all. */
export function ownSettings(
  comparison: Comparison | undefined,
  { settings }: Column,
): ChatSettings | undefined {
  return comparison?.blind === undefined ? settings : undefined;
}

/** A comparison has at least and at most so many columns. */
export const columnCounts = { least: 2, most: 4 } as const;

/** It keeps at most so many closed ones, the last. */
export const maxClosed = 100;

/** It keeps at most so many votes, the last. */
export const maxVotes = 10_000;
