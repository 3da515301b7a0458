import * as v from 'valibot';
import type { BaseModel, Lora } from '../../api/types.ts';
import { inSlices } from '../inSlices.ts';
import { type CatalogChanges, changeKey, type ModelChange } from './catalogChanges.ts';

// A catalog's models on disk. They are read and written one by one, since there may be thousands.

const creator = v.object({
  actorType: v.exactOptional(v.string()),
  apiKeyName: v.exactOptional(v.string()),
  user: v.exactOptional(
    v.object({
      firstName: v.exactOptional(v.string()),
      lastName: v.exactOptional(v.string()),
      email: v.exactOptional(v.string()),
      profileImageUrl: v.exactOptional(v.string()),
    }),
  ),
});
const deployment = {
  createdAt: v.exactOptional(v.number()),
  creator: v.exactOptional(creator),
  modelName: v.exactOptional(v.string()),
  modelSource: v.exactOptional(v.string()),
};
const model = { name: v.string(), unitPrice: v.exactOptional(v.number()) };
/** A LoRA on disk. */
export const keptLora = v.pipe(
  v.object({
    ...model,
    activeDeployment: v.exactOptional(
      v.object({
        ...deployment,
        baseModelName: v.exactOptional(v.string()),
        hubRevision: v.exactOptional(v.string()),
      }),
    ),
  }),
  v.transform((kept): Lora => ({ kind: 'lora', unitPrice: undefined, activeDeployment: undefined, ...kept })),
);
const baseModel = v.object({ ...model, activeDeployment: v.exactOptional(v.object(deployment)) });
const change = v.object({
  is: v.picklist(['new', 'changed', 'gone']),
  model: v.looseObject({ kind: v.picklist(['lora', 'baseModel']) }),
});

/** Returns `undefined` if it can't be read. */
export function asLora(kept: unknown): Lora | undefined {
  const read = v.safeParse(keptLora, kept);
  return read.success ? read.output : undefined;
}

export function asBaseModel(kept: unknown): BaseModel | undefined {
  const read = v.safeParse(baseModel, kept);
  return read.success
    ? { kind: 'baseModel', unitPrice: undefined, activeDeployment: undefined, ...read.output }
    : undefined;
}

/** Resolves with `undefined` if any entry can't be read: part of a list would pass for all of it. */
export async function readEntries<T>(
  entries: readonly unknown[],
  read: (entry: unknown) => T | undefined,
): Promise<T[] | undefined> {
  const models: T[] = [];
  await inSlices(entries, (entry) => {
    const one = read(entry);
    if (one !== undefined) models.push(one);
  });
  return models.length === entries.length ? models : undefined;
}

/** Resolves with a JSON array. */
export async function writeEntries(values: Iterable<unknown>): Promise<string> {
  const entries: string[] = [];
  await inSlices(values, (one) => entries.push(JSON.stringify(one)));
  return `[${entries.join(',')}]`;
}

/** Leaves out what can't be read: that loses a mark, not the list. */
export async function readChanges(entries: readonly unknown[]): Promise<CatalogChanges> {
  const changes = new Map<string, ModelChange>();
  await inSlices(entries, (entry) => {
    const read = v.safeParse(change, entry);
    if (!read.success) return;
    const { is, model: kept } = read.output;
    const model = kept.kind === 'lora' ? asLora(kept) : asBaseModel(kept);
    if (model) changes.set(changeKey(model), { is, model });
  });
  return changes;
}
