import type { ServiceError } from '../../api/serviceError.ts';
import type { BaseModel, Lora, Model } from '../../api/types.ts';
import type { RetryWait } from '../retryWait.ts';
import { type CatalogChanges, noChanges } from './catalogChanges.ts';

/**
 * `idle`: nothing was asked yet. `stale`: the last refresh failed though the service could be reached.
 * `offline`: it could not be reached. `noKey`: there is nothing to ask with.
 */
export type CatalogState = 'idle' | 'loading' | 'fresh' | 'stale' | 'offline' | 'unauthorized' | 'noKey';

/** The models of a connection as last loaded. Never changed in place: a new state is a new object. */
export interface Catalog {
  readonly state: CatalogState;
  /** Both lists by name (`modelSort.ts`), each name once. An entry that did not change is the same object as before. */
  readonly loras: readonly Lora[];
  readonly baseModels: readonly BaseModel[];
  /** Unix milliseconds of the list shown; `undefined` where there is none. */
  readonly loadedAt: number | undefined;
  /** The list is the one kept on disk by an earlier window. */
  readonly isKept: boolean;
  readonly error: ServiceError | undefined;
  /** When the service asks to come back, in Unix milliseconds. */
  readonly retryAt: number | undefined;
  /** The last refresh was stopped by the person; then the state is `stale`. */
  readonly isStopped: boolean;
  /** The refresh under way takes more than a moment, so that one may wish to stop it. */
  readonly isSlow: boolean;
  /** The refresh under way waits before it tries again. */
  readonly waiting: RetryWait | undefined;
  /** Entries of the last answer that could not be read. */
  readonly skipped: number;
  /** What the service changed, and nobody has seen yet. What is gone stands here alone. */
  readonly changes: CatalogChanges;
}

/** What a catalog says of a refresh that is not there, or no longer. */
export const noRefresh = {
  error: undefined,
  retryAt: undefined,
  isStopped: false,
  isSlow: false,
  waiting: undefined,
} satisfies Partial<Catalog>;

export const emptyCatalog: Catalog = {
  state: 'idle',
  loras: [],
  baseModels: [],
  loadedAt: undefined,
  isKept: false,
  skipped: 0,
  changes: noChanges,
  ...noRefresh,
};

/** The state that a failed refresh leaves behind. */
export function stateAfter(error: ServiceError): CatalogState {
  switch (error.kind) {
    case 'noKey':
      return 'noKey';
    case 'unauthorized':
    case 'forbidden':
      return 'unauthorized';
    case 'network':
    case 'timeout':
    case 'tls':
      return 'offline';
    default:
      return 'stale';
  }
}

/** The key is missing or refused: then no list is shown. */
export function isRefused(state: CatalogState): boolean {
  return state === 'unauthorized' || state === 'noKey';
}

export function findModel(catalog: Catalog, name: string, kind?: Model['kind']): Model | undefined {
  const lora = kind === 'baseModel' ? undefined : named(catalog.loras, name);
  return lora ?? (kind === 'lora' ? undefined : named(catalog.baseModels, name));
}

/** Where each name stands in a list, found out when it is first looked into: lists are never changed in place. */
const places = new WeakMap<readonly Model[], ReadonlyMap<string, number>>();

/** Thousands of rows may be looked for in one go, as after a clean-up. */
function named<T extends Model>(models: readonly T[], name: string): T | undefined {
  const known = places.get(models) ?? new Map(models.map((one, index) => [one.name, index]));
  places.set(models, known);
  const place = known.get(name);
  return place === undefined ? undefined : models[place];
}

/** Adapters on this base model. */
export function lorasOn(catalog: Catalog, baseModelName: string): Lora[] {
  return catalog.loras.filter((lora) => lora.activeDeployment?.baseModelName === baseModelName);
}
