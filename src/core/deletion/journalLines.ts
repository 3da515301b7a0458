import * as v from 'valibot';
import { keptLora } from '../models/keptModels.ts';
import { outcomeSchema, whyEnded } from './outcome.ts';

const format = 1;

const connection = v.object({ id: v.string(), name: v.string(), baseUrl: v.string() });
/** The entry in the service's own form. `cutFrom`: its size in bytes if it was too large to keep whole. */
const object = { object: v.unknown(), cutFrom: v.exactOptional(v.number()) };
const line = { v: v.literal(format), id: v.string(), at: v.string() };

const lineSchema = v.variant('is', [
  /** What the user agreed to. `credentials` identifies the API key and headers, see `Agreement`. */
  v.object({
    ...line,
    is: v.literal('begun'),
    connection,
    credentials: v.string(),
    loras: v.array(keptLora),
  }),
  /** Written before the request is sent: the entry as just retrieved. */
  v.object({ ...line, ...object, is: v.literal('sent'), name: v.string() }),
  /** `object`: what the service returned, if it differs from the retrieved object. */
  v.object({
    ...line,
    is: v.literal('outcome'),
    name: v.string(),
    outcome: outcomeSchema,
    object: v.exactOptional(v.unknown()),
    cutFrom: v.exactOptional(v.number()),
  }),
  /** `why`: the reason for entries without an outcome of their own. */
  v.object({ ...line, is: v.literal('ended'), why: v.exactOptional(v.picklist(whyEnded)) }),
  /** The user was told that the deletion ended with its window. */
  v.object({ ...line, is: v.literal('told') }),
  /** The user has seen how the deletion ended, and no outcome is unknown. */
  v.object({ ...line, is: v.literal('seen') }),
]);

/** A line of the journal. `id` is the deletion's; `at` is in ISO 8601. */
export type JournalLine = v.InferOutput<typeof lineSchema>;
export type LineOf<I extends JournalLine['is']> = Extract<JournalLine, { is: I }>;
/** A line as passed in; its format number and time are added when it is written. */
export type NewLine = { [I in JournalLine['is']]: Omit<LineOf<I>, 'v' | 'at'> }[JournalLine['is']];

export function stamped(added: NewLine, now: number): object {
  return { v: format, at: new Date(now).toISOString(), ...added };
}

/** Returns `undefined` if the line is torn or of an unknown version. */
export function readLine(json: unknown): JournalLine | undefined {
  const read = v.safeParse(lineSchema, json);
  return read.success ? read.output : undefined;
}
