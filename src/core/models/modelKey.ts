import type { Model } from '../../api/types.ts';

/** Names a model over all connections. */
export interface ModelRef {
  connectionId: string;
  kind: Model['kind'];
  name: string;
}

/** A string for maps and stable tree ids; two different references never share one. */
export function modelKey({ connectionId, kind, name }: ModelRef): string {
  return JSON.stringify([connectionId, kind, name]);
}
