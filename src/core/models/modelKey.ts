import type { Model } from '../../api/types.ts';

/** A model as requests, chats and settings name it. */
export interface NamedModel {
  connectionId: string;
  name: string;
}

/** A model with its kind, as lists have it: a LoRA and a base model may share a name. */
export interface ModelRef extends NamedModel {
  kind: Model['kind'];
}

/** Returns a string for maps and stable tree ids, unique to each reference: a length says where the id ends. */
export function modelKey({ connectionId, kind, name }: ModelRef): string {
  return `${kind} ${connectionId.length} ${connectionId}${name}`;
}

/** Returns a string for maps, unique to each name. */
export function nameKey({ connectionId, name }: NamedModel): string {
  return `${connectionId.length} ${connectionId}${name}`;
}

export function isSameModel(one: NamedModel, other: NamedModel): boolean {
  return one.connectionId === other.connectionId && one.name === other.name;
}
