import * as vscode from 'vscode';
import type { CallOptions, OnWait } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { waitSentence } from './errors/waitText.ts';
import { withoutLinks } from './messages.ts';

/** Anything faster is not announced, in ms. */
const slowMs = 1000;

/** How to stop a query and follow its waits. */
export type QueryOptions = Required<Pick<CallOptions, 'signal' | 'onWait'>>;

/** The reason of a query that the user stopped: no message is needed. */
export class StoppedByPerson extends Error {
  override readonly name = 'StoppedByPerson';
}

/**
 * Queries a service for a command. If that takes more than a moment, or waits before a retry, a notification appears; if the
 * user presses its Cancel, this resolves with `undefined`.
 */
export async function stoppable<T>(
  title: string,
  connection: Pick<Connection, 'name'>,
  ask: (options: QueryOptions) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  const notice = stoppableNotice(title, connection, () => abort.abort(new StoppedByPerson('Stopped.')));
  try {
    return await watched(abort.signal, ask, notice.say);
  } catch (error) {
    if (error instanceof StoppedByPerson) return undefined;
    throw error;
  } finally {
    notice.close();
  }
}

/** Calls `onSlow` once `ask` takes more than a moment, and whenever a wait before a retry begins or ends. */
export async function watched<T>(
  signal: AbortSignal,
  ask: (options: QueryOptions) => Promise<T>,
  onSlow: OnWait,
): Promise<T> {
  const slow = setTimeout(() => onSlow(undefined), slowMs);
  const onWait: OnWait = (wait) => {
    clearTimeout(slow);
    onSlow(wait);
  };
  try {
    return await ask({ signal, onWait });
  } finally {
    clearTimeout(slow);
  }
}

/** A notification with Cancel that says what is being waited for. The first `say` opens it. */
export function stoppableNotice(
  title: string,
  { name }: Pick<Connection, 'name'>,
  stop: () => void,
): { say: OnWait; close(): void } {
  let opened: { shown: Promise<SayProgress>; close(): void } | undefined;
  const open = () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const { promise: shown, resolve: show } = Promise.withResolvers<SayProgress>();
    void cancellable(title, (say, signal) => {
      signal.addEventListener('abort', stop);
      show(say);
      return closed;
    });
    return { shown, close };
  };
  return {
    say(wait) {
      opened ??= open();
      void opened.shown.then((say) => say(wait ? waitSentence(wait, name) : ''));
    },
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

/** Shows what is being done; `increment` adds to a bar, in percent. */
type SayProgress = (message: string, increment?: number) => void;

/** Shows a notification while `work` runs. Its Cancel aborts the signal. */
export function cancellable<T>(
  title: string,
  work: (say: SayProgress, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: withoutLinks(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const say: SayProgress = (message, increment) =>
      progress.report({ message: withoutLinks(message), ...(increment === undefined ? {} : { increment }) });
    return work(say, stop.signal);
  });
}
