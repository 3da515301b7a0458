import * as vscode from 'vscode';
import { withoutLinks } from './messages.ts';

/** Shows what is being done; `increment` adds to a bar, in percent. */
export type SayProgress = (message: string, increment?: number) => void;

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
