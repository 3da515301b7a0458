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

/** How much of an entry the journal keeps, in bytes of JSON. A LoRA as in interface-spec 2.1 takes less than 1 KB. */
export const maxKeptBytes = 256 * 1024;
const maxFields = 16;
const maxFieldBytes = 512;

/** Returns an entry as a line holds it: whole, or its short parts if it is too large. `cutFrom` is its size in bytes of JSON. */
export function keptObject(object: unknown): { object: unknown; cutFrom?: number } {
  const size = sizeOf(object);
  return size <= maxKeptBytes ? { object } : { object: shortParts(object), cutFrom: size };
}

/** `depth` 2: the entry, its deployment, and what is in that. */
function shortParts(value: unknown, depth = 2): unknown {
  if (sizeOf(value) <= maxFieldBytes) return value;
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = Object.entries(value).slice(0, maxFields);
  // A code unit takes at most six bytes in JSON, as in "\u0000".
  return Object.fromEntries(
    fields.map(([field, part]) => [field.slice(0, maxFieldBytes / 6), shortParts(part, depth - 1)]),
  );
}

export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? 'null');
}
