import type { Model } from '../../api/types.ts';

/** Identifies a model across all connections. */
export interface ModelRef {
  connectionId: string;
  kind: Model['kind'];
  name: string;
}

/** Returns a string for maps and stable tree ids, unique to each reference. */
export function modelKey({ connectionId, kind, name }: ModelRef): string {
  return JSON.stringify([connectionId, kind, name]);
}
