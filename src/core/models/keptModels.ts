import * as v from 'valibot';
import type { BaseModel, Lora } from '../../api/types.ts';
import { inSlices } from '../../base/eventLoop.ts';
import { type CatalogChanges, changeKey, type ModelChange } from './catalogChanges.ts';

// A catalog's models on disk. They are read and written one by one, since there may be thousands.

const text = v.exactOptional(v.string());
const user = v.object({ firstName: text, lastName: text, email: text, profileImageUrl: text });
const creator = v.object({ actorType: text, apiKeyName: text, user: v.exactOptional(user) });
const deployment = v.object({
  createdAt: v.exactOptional(v.number()),
  creator: v.exactOptional(creator),
  modelName: text,
  modelSource: text,
});
const loraDeployment = v.object({ ...deployment.entries, baseModelName: text, hubRevision: text });
const model = {
  name: v.string(),
  unitPrice: v.exactOptional(v.number()),
  contextTokens: v.exactOptional(v.number()),
  isServed: v.exactOptional(v.literal(true)),
  wireName: text,
  servedBy: text,
};
const none = { unitPrice: undefined, activeDeployment: undefined };
export const keptLora = v.pipe(
  v.object({
    ...model,
    kind: v.literal('lora'),
    activeDeployment: v.exactOptional(loraDeployment),
    unreadFacts: v.exactOptional(v.record(v.string(), v.unknown())),
  }),
  v.transform((kept): Lora => ({ ...none, ...kept })),
);
export const keptBaseModel = v.pipe(
  v.object({
    ...model,
    kind: v.literal('baseModel'),
    activeDeployment: v.exactOptional(deployment),
  }),
  v.transform((kept): BaseModel => ({ ...none, ...kept })),
);
const keptModel = v.union([keptLora, keptBaseModel]);
const change = v.variant('is', [
  v.object({ is: v.picklist(['new', 'gone']), model: keptModel }),
  v.object({ is: v.literal('changed'), model: keptModel, before: keptModel }),
]);

/** Resolves with `undefined` if any entry can't be read, since part of a list would pass for all of it. */
export async function readEntries<T>(
  entries: readonly unknown[],
  schema: v.GenericSchema<unknown, T>,
): Promise<T[] | undefined> {
  const models: T[] = [];
  await inSlices(entries, (entry) => {
    const read = v.safeParse(schema, entry);
    if (read.success) models.push(read.output);
  });
  return models.length === entries.length ? models : undefined;
}

/** So much of a list is written at once, in letters. */
const pieceLetters = 64 * 1024;

/** Yields values as a JSON list, in pieces, so that others get their turn while each is written. */
export function* listPieces(values: Iterable<unknown>): Generator<string, void> {
  let piece = '[';
  let separator = '';
  for (const one of values) {
    piece += separator + JSON.stringify(one);
    separator = ',';
    if (piece.length < pieceLetters) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

/** Reads changes. Leaves out those that can't be read: that loses a mark, not the list. */
export async function readChanges(entries: readonly unknown[]): Promise<CatalogChanges> {
  const changes = new Map<string, ModelChange>();
  await inSlices(entries, (entry) => {
    const read = v.safeParse(change, entry);
    if (read.success) changes.set(changeKey(read.output.model), read.output);
  });
  return changes;
}
