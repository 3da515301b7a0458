import * as vscode from 'vscode';

// VS Code sends parts on in batches: once it has 31 of them, or 30 ms after the last (read in 1.110 and 1.139).
const maxParts = 31;
const batchMs = 30;
/** A shorter pause than VS Code's, since timers are coarse: counting a batch too many does no harm. */
const pauseMs = 25;
/** An answer that comes faster than it is read waits, so that little is left to read when it fails. */
const maxUnread = 2;

/**
 * Reports the parts of an answer to VS Code, and waits until its caller could read them: VS Code drops the batches that wait when
 * a request fails. It passes one batch on at a time, and the next once the caller's process has the one before. So does each round
 * trip to the window and back, on the same connection, and in order.
 */
export class PartReports {
  readonly #report: (part: vscode.LanguageModelResponsePart) => void;
  /** The most batches that the caller may not have yet, the one that is being gathered included. */
  #unread = 0;
  #partsLeft = 0;
  #lastAt = 0;

  constructor(report: (part: vscode.LanguageModelResponsePart) => void) {
    this.#report = report;
  }

  readonly report = (part: vscode.LanguageModelResponsePart): void => {
    const now = performance.now();
    if (this.#partsLeft === 0 || now - this.#lastAt > pauseMs) {
      this.#partsLeft = maxParts;
      this.#unread += 1;
    }
    this.#partsLeft -= 1;
    this.#lastAt = now;
    this.#report(part);
  };

  /** True if the caller is far behind: call `keepUp` before more is reported. */
  get isAhead(): boolean {
    return this.#unread > maxUnread;
  }

  async keepUp(): Promise<void> {
    while (this.isAhead) await this.#passOne();
  }

  /** Resolves once the caller has all that was reported. */
  async allRead(): Promise<void> {
    if (this.#unread === 0) return;
    // Runs after VS Code's own timer, which was set before.
    await new Promise((resolve) => setTimeout(resolve, batchMs + 1));
    while (this.#unread > 0) await this.#passOne();
  }

  async #passOne(): Promise<void> {
    // A command of VS Code's window that does nothing.
    await vscode.commands.executeCommand('noop');
    this.#unread -= 1;
  }
}
