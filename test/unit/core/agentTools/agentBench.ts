import type { BaseModel, Lora } from '../../../../src/api/types.ts';
import type { AskedList } from '../../../../src/core/agentTools/listAnswer.ts';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';

/** 12 November 2026, 10:42:07 UTC. */
export const now = Date.UTC(2026, 10, 12, 10, 42, 7);

/** A connection's list, loaded just now. */
export function asked(
  loras: readonly Lora[],
  baseModels: readonly BaseModel[] = [],
  fields: Partial<Catalog> = {},
  rest: Partial<AskedList> = {},
): AskedList {
  const catalog: Catalog = { ...emptyCatalog, state: 'fresh', loras, baseModels, loadedAt: now, ...fields };
  return { connection: 'Acme', error: undefined, ...rest, catalog };
}
