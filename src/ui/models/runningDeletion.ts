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
  #running: { text: string; deletion?: Stoppable } | undefined;
  readonly #tellSoon = debounce(() => this.#onDidChange.fire(), pace);

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** E.g., "Deleting 12 of 25 …"; `undefined` if no deletion is running. */
  get text(): string | undefined {
    return this.#running?.text;
  }

  begin(): void {
    this.#running = { text: '' };
    void vscode.commands.executeCommand('setContext', 'hostedModels.isDeleting', true);
  }

  say(text: string, deletion: Stoppable): void {
    if (!this.#running) return;
    this.#running = { text, deletion };
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
