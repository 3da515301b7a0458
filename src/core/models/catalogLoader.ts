import { isBusy } from '../../api/serviceError.ts';
import type { CallOptions, Logger, ModelSource } from '../../api/types.ts';
import { Emitter } from '../../base/emitter.ts';
import { joinWaits } from '../joinWaits.ts';
import { type Catalog, emptyCatalog, isRefused, noRefresh } from './catalog.ts';
import {
  addChanges,
  findChanges,
  type KnownLists,
  type ModelChange,
  noChanges,
  withoutSeen,
} from './catalogChanges.ts';
import { arrangeModels, countSkipped, refreshedCatalog } from './refreshedCatalog.ts';

type CatalogSource = Pick<ModelSource, 'listLoras' | 'listBaseModels'>;

export type KeptList = Pick<Catalog, 'loras' | 'baseModels' | 'loadedAt' | 'changes'>;

/** Returns which of the named LoRAs this machine itself deleted after `since` (Unix milliseconds). */
export type DeletedHere = (names: readonly string[], since: number) => Promise<ReadonlySet<string>>;

interface LoaderOptions {
  now?: () => number;
  /** A refresh can be stopped after this many milliseconds; a button that appears only briefly would be pressed by mistake. */
  slowMs?: number;
  deletedHere: DeletedHere;
  /** Returns what identifies the API key and headers that are sent now. */
  credentials: () => Promise<string | undefined>;
}

export interface KeptCatalog {
  load(): Promise<KeptList | undefined>;
  save(catalog: Catalog): Promise<void>;
}

const nothingKnown = { loras: undefined, baseModels: undefined, changes: noChanges };

/**
 * Holds one connection's catalog and refreshes it. One refresh runs at a time; one requested meanwhile with `isNew`
 * runs after it, since the pending answer may predate the change behind the request. After `reset`, a late answer is
 * dropped.
 */
export class CatalogLoader {
  readonly #onDidChange = new Emitter<Catalog>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #source: CatalogSource;
  readonly #kept: KeptCatalog;
  readonly #log: Logger;
  readonly #options: Required<LoaderOptions>;
  #catalog: Catalog = emptyCatalog;
  #running: { promise: Promise<void>; abort: AbortController; isQuiet: boolean } | undefined;
  #isAskedAgain = false;
  #isKeptRead = false;
  #isRateLimited = false;
  /** The lists with which the next ones are compared, even while a refused key hides them. */
  #known: KnownLists & Pick<Catalog, 'changes'> = nothingKnown;
  /** True if the lists are those on disk; false once only one of them has been loaded. */
  #isSaved = false;

  constructor(source: CatalogSource, kept: KeptCatalog, log: Logger, options: LoaderOptions) {
    this.#source = source;
    this.#kept = kept;
    this.#log = log;
    this.#options = { now: Date.now, slowMs: 1000, ...options };
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Shows the list kept on disk, if nothing was loaded yet. Sends nothing. */
  async showKept(signal?: AbortSignal): Promise<void> {
    if (this.#isKeptRead) return;
    const kept = await this.#kept.load();
    const loras = await arrangeModels(kept?.loras ?? []);
    const baseModels = await arrangeModels(kept?.baseModels ?? []);
    // Another call may have shown it meanwhile and loaded a newer list, and a reset forgets it.
    if (signal?.aborted || this.#isKeptRead) return;
    this.#isKeptRead = true;
    if (!kept) return;
    const { loadedAt, changes } = kept;
    this.#known = { loras, baseModels, changes };
    this.#isSaved = true;
    this.#set({ ...this.#catalog, loras, baseModels, loadedAt, changes, isKept: true });
  }

  /** Refreshes the catalog. Resolves when its state says how that went; never rejects. */
  refresh(options: { isNew?: boolean } = {}): Promise<void> {
    if (this.#running?.isQuiet) this.#drop('A refresh was asked for.');
    if (this.#running) {
      this.#isAskedAgain ||= options.isNew ?? false;
      return this.#running.promise;
    }
    return this.#start(false);
  }

  /** Like `refresh`, if nobody has asked for it: the catalog stays as it is until the answers are there. */
  refreshQuietly(): Promise<void> {
    return this.#running?.promise ?? this.#start(true);
  }

  /** Refreshes unless the list is fresh and less than `ms` old. */
  refreshIfOlder(ms: number): Promise<void> {
    const { state, loadedAt } = this.#catalog;
    const age = loadedAt === undefined ? undefined : this.#options.now() - loadedAt;
    // The age is negative if the clock was set back since.
    const isRecent = state === 'fresh' && age !== undefined && age >= 0 && age < ms;
    return isRecent ? Promise.resolve() : this.refresh();
  }

  /** Stops the refresh for the user: the list stays, marked as not refreshed. */
  stop(): void {
    if (!this.#running) return;
    this.#drop('The refresh was stopped.');
    this.#set({ ...this.#catalog, ...noRefresh, state: 'stale', isStopped: true });
  }

  /** Call after the key or address changed: drops the current refresh and, with `forget`, the list. */
  reset(options: { forget: boolean }): void {
    this.#drop('The connection changed.');
    const kept: Catalog = { ...this.#catalog, ...noRefresh, state: 'idle', credentials: undefined };
    this.#set(options.forget ? emptyCatalog : kept);
    if (!options.forget) return;
    this.#isKeptRead = true;
    this.#known = nothingKnown;
  }

  /** Call when the user has seen these changes: unmarks them, and stops showing models that are gone. */
  markSeen(isSeen: (change: ModelChange) => boolean): void {
    const changes = withoutSeen(this.#catalog.changes, isSeen);
    if (changes === this.#catalog.changes) return;
    this.#known = { ...this.#known, changes };
    this.#set({ ...this.#catalog, changes });
    if (this.#isSaved) void this.#kept.save(this.#catalog);
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

  #start(isQuiet: boolean): Promise<void> {
    const abort = new AbortController();
    this.#running = { promise: this.#run(abort, isQuiet), abort, isQuiet };
    return this.#running.promise;
  }

  async #run(abort: AbortController, isQuiet: boolean): Promise<void> {
    const { signal } = abort;
    try {
      do {
        this.#isAskedAgain = false;
        await this.showKept(signal);
        if (signal.aborted) return;
        if (!isQuiet) this.#set({ ...this.#catalog, ...noRefresh, state: 'loading' });
        await this.#load(signal);
      } while (this.#isAskedAgain && !signal.aborted);
    } finally {
      // Reset in the same tick as the last check of `#isAskedAgain`, so that a later request starts its own refresh.
      if (this.#running?.abort === abort) this.#running = undefined;
    }
  }

  async #load(signal: AbortSignal): Promise<void> {
    const skipped = countSkipped(this.#log);
    const { credentials, now } = this.#options;
    const before = await credentials();
    if (signal.aborted) return;
    const answers = await this.#listBoth(signal, skipped.onSkipped);
    // The key or headers may have changed while the requests were under way.
    const sent = (await credentials()) === before ? before : undefined;
    if (signal.aborted) return;
    const since = this.#catalog.loadedAt ?? 0;
    const catalog = await refreshedCatalog(this.#catalog, answers, sent, skipped, now);
    if (signal.aborted) return;
    if (isRefused(catalog.state)) return this.#set(catalog);
    const [loras, baseModels] = answers;
    const came: KnownLists = {
      loras: loras.status === 'fulfilled' ? catalog.loras : undefined,
      baseModels: baseModels.status === 'fulfilled' ? catalog.baseModels : undefined,
    };
    const found = await this.#findChanges(came, since);
    if (!signal.aborted) await this.#show(catalog, came, found);
  }

  /** `found`: from `findChanges`; `undefined` means another organization's list, so earlier marks are dropped. */
  async #show(catalog: Catalog, came: KnownLists, found: readonly ModelChange[] | undefined): Promise<void> {
    const changes = found ? addChanges(this.#known.changes, found) : noChanges;
    this.#known = {
      loras: came.loras ?? this.#known.loras,
      baseModels: came.baseModels ?? this.#known.baseModels,
      changes,
    };
    this.#isSaved = catalog.state === 'fresh' || (this.#isSaved && !came.loras && !came.baseModels);
    this.#set({ ...catalog, changes });
    if (catalog.state === 'fresh') await this.#kept.save(this.#catalog);
  }

  async #findChanges(came: KnownLists, since: number): Promise<ModelChange[] | undefined> {
    const found = await findChanges(this.#known, came);
    const isGone = ({ is, model }: ModelChange) => is === 'gone' && model.kind === 'lora';
    const gone = (found ?? []).filter(isGone).map(({ model }) => model.name);
    if (!found || gone.length === 0) return found;
    const deleted = await this.#options.deletedHere(gone, since);
    return found.filter((change) => !isGone(change) || !deleted.has(change.model.name));
  }

  /** If the rate is limited, the lists are requested one after the other: two at once would use up a tight limit. */
  async #listBoth(signal: AbortSignal, onSkipped: CallOptions['onSkipped'] & {}) {
    const say = (change: Partial<Catalog>) => {
      if (!signal.aborted && !this.#running?.isQuiet)
        this.#set({ ...this.#catalog, isSlow: true, ...change });
    };
    const nextOnWait = joinWaits((waiting) => {
      this.#isRateLimited ||= isBusy(waiting?.error.status);
      say({ waiting });
    });
    const slow = setTimeout(() => say({}), this.#options.slowMs).unref();
    try {
      const loras = this.#source.listLoras({ signal, onSkipped, onWait: nextOnWait() });
      if (this.#isRateLimited) await Promise.allSettled([loras]);
      const baseModels = this.#source.listBaseModels({ signal, onSkipped, onWait: nextOnWait() });
      return await Promise.allSettled([loras, baseModels]);
    } finally {
      clearTimeout(slow);
    }
  }
}
