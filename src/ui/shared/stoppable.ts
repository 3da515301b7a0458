import * as vscode from 'vscode';
import type { CallOptions } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type OnWait, RetryWaits } from '../../core/retryWait.ts';
import { waitSentence } from './errors/waitText.ts';
import { withoutLinks } from './messages.ts';

/** Anything faster shows no notification, in ms. */
const slowMs = 1000;

/** Thrown when the user presses Cancel: no message is needed. */
export class StoppedByPerson extends Error {
  override readonly name = 'StoppedByPerson';
}

/**
 * Queries a service for a command. If that takes more than a moment, or waits before a retry, a notification appears; its
 * Cancel ends the query with `StoppedByPerson`.
 */
export async function stoppable<T>(
  title: string,
  connection: Pick<Connection, 'name'>,
  ask: (options: Pick<CallOptions, 'signal' | 'onRetry' | 'onWaited'>) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const notice = new StoppableNotice(title, connection, () => abort.abort(new StoppedByPerson('Stopped.')));
  const slow = setTimeout(() => notice.open(), slowMs);
  try {
    return await ask({ signal: abort.signal, ...new RetryWaits(notice.onWait).next() });
  } finally {
    clearTimeout(slow);
    notice.close();
  }
}

/** A notification with Cancel that shows what is being waited for. */
export class StoppableNotice {
  readonly #title: string;
  readonly #connection: Pick<Connection, 'name'>;
  readonly #stop: () => void;
  #opened: { report(message: string): void; close(): void } | undefined;

  constructor(title: string, connection: Pick<Connection, 'name'>, stop: () => void) {
    this.#title = title;
    this.#connection = connection;
    this.#stop = stop;
  }

  readonly onWait: OnWait = (wait) => {
    this.open().report(wait ? waitSentence(wait, this.#connection.name) : '');
  };

  open(): { report(message: string): void } {
    this.#opened ??= openProgress(this.#title, this.#stop);
    return this.#opened;
  }

  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}

function openProgress(title: string, stop: () => void): { report(message: string): void; close(): void } {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { promise: shown, resolve: show } = Promise.withResolvers<vscode.Progress<{ message?: string }>>();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: withoutLinks(title),
    cancellable: true,
  };
  void vscode.window.withProgress(options, (progress, token) => {
    token.onCancellationRequested(stop);
    show(progress);
    return closed;
  });
  return {
    report: (message) => void shown.then((progress) => progress.report({ message: withoutLinks(message) })),
    close,
  };
}
