import type { Logger } from '../../../api/types.ts';
import { Emitter } from '../../../base/emitter.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import { failureLine } from '../../files/errorCode.ts';
import type { RunFile } from './runFile.ts';
import type { RunStore } from './runStore.ts';

/** How often a run that another window has is read again, in ms. */
const followMs = 1000;

interface OpenRun {
  file: Promise<RunFile | undefined>;
  /** Once it is read. */
  read?: RunFile;
  users: number;
  listener?: { dispose(): void };
}

/** The runs that this window has open: each is one `RunFile` for all who use it here, and follows what other windows add. */
export class RunFiles {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of an open run that was written to. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #store: RunStore;
  readonly #log: Logger;
  readonly #open = new Map<string, OpenRun>();
  /** How many use each run that this window owns. */
  readonly #claims = new Map<string, number>();
  readonly #queue = new KeyedQueue();
  readonly #timer = setInterval(() => void this.#follow(), followMs).unref();

  constructor(store: RunStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Takes in a run that was just made, for one user. */
  async add(file: RunFile): Promise<void> {
    this.#open.set(file.run.id, { file: Promise.resolve(file), users: 1 });
    await this.#listen(file.run.id);
  }

  /**
   * Opens a run; `undefined` if there is none that can be read. Rejects as reading a file does. Call `close` once for each run that was
   * opened or added.
   */
  async open(id: string): Promise<RunFile | undefined> {
    const known = this.#open.get(id);
    if (known) known.users += 1;
    else this.#open.set(id, { file: this.#store.open(id), users: 1 });
    let file: RunFile | undefined;
    try {
      file = await this.#listen(id);
    } finally {
      // Next time it is tried anew.
      if (!file) this.close(id);
    }
    return file;
  }

  /** Returns an open run. */
  opened(id: string): RunFile | undefined {
    return this.#open.get(id)?.read;
  }

  close(id: string): void {
    const open = this.#open.get(id);
    if (!open) return;
    open.users -= 1;
    if (open.users === 0) void this.#close(id, open);
  }

  /** Closes all, for all users. Resolves once nothing more is written. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map(([id, open]) => this.#close(id, open)));
  }

  /**
   * Makes this window the owner of an open run; see `RunStore.claim`. Call `release` once for each claim that succeeded: a run can be
   * rated while it is asked for.
   */
  claim(file: RunFile): Promise<boolean> {
    const { id } = file.run;
    return this.#queue.run(id, async () => {
      const isOurs = await this.#store.claim(file);
      if (isOurs) this.#claims.set(id, (this.#claims.get(id) ?? 0) + 1);
      return isOurs;
    });
  }

  release(file: RunFile): Promise<void> {
    const { id } = file.run;
    return this.#queue.run(id, async () => {
      const others = (this.#claims.get(id) ?? 1) - 1;
      if (others > 0) this.#claims.set(id, others);
      else {
        this.#claims.delete(id);
        await file.release();
      }
    });
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  async #close(id: string, open: OpenRun): Promise<void> {
    this.#open.delete(id);
    this.#claims.delete(id);
    open.listener?.dispose();
    await open.file.then((file) => file?.release()).catch(() => undefined);
  }

  async #listen(id: string): Promise<RunFile | undefined> {
    const open = this.#open.get(id);
    const file = await open?.file;
    if (!open || !file) return file;
    open.read = file;
    open.listener ??= file.onDidChange(() => this.#onDidChange.fire(id));
    return file;
  }

  /** Reads what other windows have added. */
  async #follow(): Promise<void> {
    for (const { read } of this.#open.values()) {
      if (!read || read.isOwned) continue;
      try {
        await read.refresh();
      } catch (error) {
        this.#log.warn(failureLine('A run could not be read again', error));
      }
    }
  }
}
