import type { BaseModel, Lora, Model, RetryWait } from '../../api/types.ts';
import type { KeptError } from '../keptError.ts';
import { type CatalogChanges, noChanges } from './catalogChanges.ts';

/**
 * `idle`: nothing was requested yet. `stale`: the last refresh failed although the service could be reached.
 * `offline`: it could not be reached. `noKey`: there is no key to send.
 */
export type CatalogState = 'idle' | 'loading' | 'fresh' | 'stale' | 'offline' | 'unauthorized' | 'noKey';

/** A connection's models as last loaded. Never changed in place: a new state is a new object. */
export interface Catalog {
  readonly state: CatalogState;
  /** Both lists are sorted by name (`modelSort.ts`), each name once. An unchanged entry stays the same object. */
  readonly loras: readonly Lora[];
  readonly baseModels: readonly BaseModel[];
  /** When the list shown was loaded, in Unix milliseconds; `undefined` if there is none. */
  readonly loadedAt: number | undefined;
  /** Identifies the API key and headers that the LoRAs were loaded with; `undefined` if that is not known. */
  readonly credentials: string | undefined;
  /** True if the list is one that an earlier window kept on disk. */
  readonly isKept: boolean;
  readonly error: KeptError | undefined;
  /** True if the user stopped the last refresh; then the state is `stale`. */
  readonly isStopped: boolean;
  /** True if the current refresh takes long enough that the user may want to stop it. */
  readonly isSlow: boolean;
  readonly waiting: RetryWait | undefined;
  /** Entries that were left out of the last answer. */
  readonly skipped: number;
  /** Changes by the service that the user has not seen yet. Models that are gone are found only here. */
  readonly changes: CatalogChanges;
}

export const noRefresh = {
  error: undefined,
  isStopped: false,
  isSlow: false,
  waiting: undefined,
} satisfies Partial<Catalog>;

export const emptyCatalog: Catalog = {
  state: 'idle',
  loras: [],
  baseModels: [],
  loadedAt: undefined,
  credentials: undefined,
  isKept: false,
  skipped: 0,
  changes: noChanges,
  ...noRefresh,
};

export function stateAfter({ kind }: Pick<KeptError, 'kind'>): CatalogState {
  if (kind === 'noKey') return 'noKey';
  if (kind === 'unauthorized' || kind === 'forbidden') return 'unauthorized';
  return ['network', 'timeout', 'tls'].includes(kind) ? 'offline' : 'stale';
}

/** True if the key is missing or refused: then no list is shown. */
export function isRefused(state: CatalogState): boolean {
  return state === 'unauthorized' || state === 'noKey';
}

export function findModel(catalog: Catalog, name: string, kind?: Model['kind']): Model | undefined {
  const lora = kind === 'baseModel' ? undefined : named(catalog.loras, name);
  return lora ?? (kind === 'lora' ? undefined : named(catalog.baseModels, name));
}

/** Each name's index in a list, built on first use: lists are never changed in place. */
const places = new WeakMap<readonly Model[], ReadonlyMap<string, number>>();

/** Finds a model by name. Uses an index, since thousands of models may be looked up at once, e.g. after a cleanup. */
function named<T extends Model>(models: readonly T[], name: string): T | undefined {
  const known = places.get(models) ?? new Map(models.map((one, index) => [one.name, index]));
  places.set(models, known);
  const place = known.get(name);
  return place === undefined ? undefined : models[place];
}

export function lorasOn(catalog: Catalog, baseModelName: string): Lora[] {
  return catalog.loras.filter((lora) => lora.activeDeployment?.baseModelName === baseModelName);
}
