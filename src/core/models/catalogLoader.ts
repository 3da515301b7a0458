import type { BaseModel, CallOptions, Logger, Lora } from '../../api/types.ts';
import { Emitter } from '../emitter.ts';
import { RetryWaits } from '../retryWait.ts';
import { type Catalog, emptyCatalog, noRefresh } from './catalog.ts';
import { arrangeModels } from './modelList.ts';
import { refreshedCatalog, SkippedEntries } from './refreshedCatalog.ts';

/** A refresh that takes longer can be stopped, in milliseconds; a button that came and went at once would be hit by mistake. */
const SLOW_MS = 1000;

export interface CatalogSource {
  listLoras(options?: CallOptions): Promise<Lora[]>;
  listBaseModels(options?: CallOptions): Promise<BaseModel[]>;
}

export type KeptList = Pick<Catalog, 'loras' | 'baseModels' | 'loadedAt'>;

/** Where the last list outlives the window. */
export interface KeptCatalog {
  load(): Promise<KeptList | undefined>;
  save(catalog: Catalog): Promise<void>;
}

/**
 * Holds the catalog of one connection and refreshes it. One refresh runs at a time; one asked for meanwhile with
 * `isNew` runs after it, since the answer under way may be older than the change that asked. After `reset` a late
 * answer is dropped.
 */
export class CatalogLoader {
  readonly #onDidChange = new Emitter<Catalog>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #source: CatalogSource;
  readonly #kept: KeptCatalog;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #slowMs: number;
  #catalog: Catalog = emptyCatalog;
  #running: { promise: Promise<void>; abort: AbortController } | undefined;
  #isAskedAgain = false;
  #isKeptRead = false;

  constructor(
    source: CatalogSource,
    kept: KeptCatalog,
    log: Logger,
    { now = Date.now, slowMs = SLOW_MS }: { now?: () => number; slowMs?: number } = {},
  ) {
    this.#source = source;
    this.#kept = kept;
    this.#log = log;
    this.#now = now;
    this.#slowMs = slowMs;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Ends when the state says how it went; never rejects. */
  refresh(options: { isNew?: boolean } = {}): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain ||= options.isNew ?? false;
      return this.#running.promise;
    }
    const abort = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#running = { promise, abort };
    this.#run(abort).then(resolve, reject);
    return promise;
  }

  /** Refreshes a list that is older than `ms`, or that was never loaded. */
  refreshIfOlder(ms: number): Promise<void> {
    const { state, loadedAt } = this.#catalog;
    const isRecent = state === 'fresh' && loadedAt !== undefined && this.#now() - loadedAt < ms;
    return isRecent ? Promise.resolve() : this.refresh();
  }

  /** The person does not wish to wait: what is shown stays, and says that it was not refreshed. */
  stop(): void {
    if (!this.#running) return;
    this.#drop('The refresh was stopped.');
    this.#set({ ...this.#catalog, ...noRefresh, state: 'stale', isStopped: true });
  }

  /** Another key or address: what is under way is dropped, and so is the list when `forget` says so. */
  reset(options: { forget: boolean }): void {
    this.#drop('The connection changed.');
    this.#set(options.forget ? emptyCatalog : { ...this.#catalog, ...noRefresh, state: 'idle' });
    if (options.forget) this.#isKeptRead = true;
  }

  dispose(): void {
    this.#drop('The connection was removed.');
    this.#onDidChange.dispose();
  }

  #drop(why: string): void {
    this.#running?.abort.abort(new Error(why));
    this.#running = undefined;
    this.#isAskedAgain = false;
  }

  #set(catalog: Catalog): void {
    this.#catalog = catalog;
    this.#onDidChange.fire(catalog);
  }

  async #run(abort: AbortController): Promise<void> {
    const { signal } = abort;
    try {
      do {
        this.#isAskedAgain = false;
        await this.#showKept(signal);
        if (signal.aborted) return;
        this.#set({ ...this.#catalog, ...noRefresh, state: 'loading' });
        await this.#load(signal);
      } while (this.#isAskedAgain && !signal.aborted);
    } finally {
      // In the same step as the last look at `#isAskedAgain`: whoever asks later starts a refresh of his own.
      if (this.#running?.abort === abort) this.#running = undefined;
    }
  }

  async #showKept(signal: AbortSignal): Promise<void> {
    if (this.#isKeptRead) return;
    const kept = await this.#kept.load();
    const loras = await arrangeModels(kept?.loras ?? []);
    const baseModels = await arrangeModels(kept?.baseModels ?? []);
    if (signal.aborted) return;
    this.#isKeptRead = true;
    if (!kept) return;
    this.#set({ ...this.#catalog, loras, baseModels, loadedAt: kept.loadedAt, isKept: true });
  }

  async #load(signal: AbortSignal): Promise<void> {
    const skipped = new SkippedEntries(this.#log);
    const answers = await this.#listBoth(signal, skipped.onSkipped);
    if (signal.aborted) return;
    const catalog = await refreshedCatalog(this.#catalog, answers, skipped, this.#now);
    if (signal.aborted) return;
    this.#set(catalog);
    if (catalog.state === 'fresh') await this.#kept.save(this.#catalog);
  }

  /** Says meanwhile that it takes long, or waits. */
  async #listBoth(signal: AbortSignal, onSkipped: CallOptions['onSkipped'] & {}) {
    const say = (change: Partial<Catalog>) => {
      if (!signal.aborted) this.#set({ ...this.#catalog, isSlow: true, ...change });
    };
    const waits = new RetryWaits((waiting) => say({ waiting }));
    const slow = setTimeout(() => say({}), this.#slowMs);
    try {
      return await Promise.allSettled([
        this.#source.listLoras({ signal, onSkipped, ...waits.next() }),
        this.#source.listBaseModels({ signal, onSkipped, ...waits.next() }),
      ]);
    } finally {
      clearTimeout(slow);
    }
  }
}
