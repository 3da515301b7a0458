import * as vscode from 'vscode';
import { type Debounced, debounce } from '../../base/debounce.ts';
import { Emitter } from '../../base/emitter.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';

/** `row`: only the look of its row changes. `list`: the model enters or leaves the list. */
interface PendingChange {
  model: ModelRef;
  changes: 'row' | 'list';
}

/** Rows that leave one after another, as in a bulk deletion, are removed together at most once per interval. */
const listPace = { restMs: 250, maxMs: 250, isFirstAtOnce: true };

/** The LoRAs that this window is deleting, and those that it has since found gone. */
export class PendingDeletions {
  readonly #onDidChange = new Emitter<PendingChange>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #running = new Set<string>();
  readonly #gone = new Map<string, ModelRef>();
  /** By connection id: functions that report, debounced, that a row entered or left the list. */
  readonly #lists = new Map<string, Debounced<[ModelRef]>>();
  /** The deletion of many LoRAs in this window. */
  readonly bulk = new RunningDeletion();

  has(model: ModelRef): boolean {
    return this.#running.size > 0 && this.#running.has(modelKey(model));
  }

  /** True if the model was deleted by this window, or found gone when this was tried, until a fresh list shows it again. */
  isDeleted(model: ModelRef): boolean {
    return this.#gone.size > 0 && this.#gone.has(modelKey(model));
  }

  /** Shows `model` as being deleted until `work` ends; `work` resolves with whether it is gone. */
  async during<T extends { isGone: boolean }>(model: ModelRef, work: () => Promise<T>): Promise<T> {
    const key = modelKey(model);
    this.#running.add(key);
    this.#fire(model, this.#gone.delete(key) ? 'list' : 'row');
    try {
      const result = await work();
      if (result.isGone) this.#gone.set(key, model);
      return result;
    } finally {
      this.#running.delete(key);
      this.#fire(model, this.#gone.has(key) ? 'list' : 'row');
    }
  }

  /** Call when a fresh list of this connection arrives: a deleted model that is in it was deployed again. */
  forgetListed(connectionId: string, isListed: (model: ModelRef) => boolean): void {
    for (const [key, model] of this.#gone) {
      if (model.connectionId !== connectionId || !isListed(model)) continue;
      this.#gone.delete(key);
      this.#fire(model, 'list');
    }
  }

  dispose(): void {
    for (const list of this.#lists.values()) list.cancel();
    this.bulk.dispose();
    this.#onDidChange.dispose();
  }

  #fire(model: ModelRef, changes: PendingChange['changes']): void {
    if (changes === 'row') this.#onDidChange.fire({ model, changes });
    else this.#listOf(model.connectionId)(model);
  }

  #listOf(connectionId: string): Debounced<[ModelRef]> {
    const tell = (model: ModelRef) => this.#onDidChange.fire({ model, changes: 'list' });
    const list = this.#lists.get(connectionId) ?? debounce(tell, listPace);
    this.#lists.set(connectionId, list);
    return list;
  }
}

/** The view follows a bulk deletion at most once per interval. */
const pace = { restMs: 100, maxMs: 100 };

interface Running {
  /** E.g., "Deleting 12 of 25 …". It is asked for each second until `until`, in Unix milliseconds. */
  text(): string;
  until?: number | undefined;
  deletion?: { stop(): void };
}

/** The bulk deletion running in this window: its text in the Models view, and how to stop it. */
class RunningDeletion {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  #running: Running | undefined;
  readonly #tellSoon = debounce(() => this.#onDidChange.fire(), pace);

  /** `undefined` if no deletion is running. */
  get running(): Running | undefined {
    return this.#running;
  }

  begin(): void {
    this.#set({ text: () => '' });
  }

  say(running: Running): void {
    if (!this.#running) return;
    this.#running = running;
    this.#tellSoon();
  }

  end(): void {
    this.#set(undefined);
    this.#tellSoon.cancel();
    this.#onDidChange.fire();
  }

  /** Stops the deletion: it starts no further entry, and awaits the requests already sent. */
  stop(): void {
    this.#running?.deletion?.stop();
  }

  dispose(): void {
    this.#tellSoon.cancel();
    this.#onDidChange.dispose();
  }

  #set(running: Running | undefined): void {
    this.#running = running;
    void vscode.commands.executeCommand('setContext', 'hostedModels.isDeleting', running !== undefined);
  }
}
