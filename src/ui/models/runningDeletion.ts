import * as vscode from 'vscode';
import { debounce } from '../../core/debounce.ts';
import { Emitter } from '../../core/emitter.ts';

/** The view follows a bulk deletion at most once per interval. */
const pace = { restMs: 100, maxMs: 100 };

interface Stoppable {
  stop(): void;
}

/** The bulk deletion running in this window: its text in the Models view, and how to stop it. */
export class RunningDeletion {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  #running: { text: () => string; until?: number | undefined; deletion?: Stoppable } | undefined;
  readonly #tellSoon = debounce(() => this.#onDidChange.fire(), pace);

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** E.g., "Deleting 12 of 25 …"; `undefined` if no deletion is running. */
  get text(): string | undefined {
    return this.#running?.text();
  }

  /** Until when it counts down, in Unix milliseconds. */
  get until(): number | undefined {
    return this.#running?.until;
  }

  begin(): void {
    this.#running = { text: () => '' };
    void vscode.commands.executeCommand('setContext', 'hostedModels.isDeleting', true);
  }

  /** `text` is asked for each second until `until`. */
  say(text: () => string, until: number | undefined, deletion: Stoppable): void {
    if (!this.#running) return;
    this.#running = { text, until, deletion };
    this.#tellSoon();
  }

  end(): void {
    this.#running = undefined;
    this.#tellSoon.cancel();
    void vscode.commands.executeCommand('setContext', 'hostedModels.isDeleting', false);
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
}
