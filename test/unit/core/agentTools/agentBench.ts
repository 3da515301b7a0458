import type { BaseModel, Lora } from '../../../../src/api/types.ts';
import type { AskedConnection } from '../../../../src/core/agentTools/listState.ts';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';

/** 12 November 2026, 10:42:07 UTC. */
export const now = Date.UTC(2026, 10, 12, 10, 42, 7);

/** A connection whose list was loaded just now. */
export function asked(
  loras: readonly Lora[],
  baseModels: readonly BaseModel[] = [],
  fields: Partial<Catalog> = {},
  rest: Partial<AskedConnection> = {},
): AskedConnection {
  const catalog: Catalog = { ...emptyCatalog, state: 'fresh', loras, baseModels, loadedAt: now, ...fields };
  return { name: 'Acme', host: undefined, why: undefined, ...rest, catalog };
}

/** The models of an answer, from its lines of JSON. */
export function modelsIn(answer: string): Record<string, unknown>[] {
  return answer
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

export function namesIn(answer: string): unknown[] {
  return modelsIn(answer).map(({ name }) => name);
}
