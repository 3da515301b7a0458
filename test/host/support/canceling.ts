import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useStandIns } from './standIns.ts';

/**
 * Stands in for the person at progress notifications: presses Cancel at the first report that contains `text`, which may be empty;
 * without it, never. Returns "title: message" of whatever they said.
 */
export function useCanceling(): (text?: string) => string[] {
  const replace = useStandIns(vscode.window);
  return (text) => {
    const said: string[] = [];
    const withProgress: typeof vscode.window.withProgress = (options, task) => {
      const source = new vscode.CancellationTokenSource();
      assert.ok(options.cancellable);
      const report = ({ message = '' }: { message?: string }) => {
        said.push(`${options.title}: ${message}`);
        if (text !== undefined && message.includes(text)) source.cancel();
      };
      return task({ report }, source.token);
    };
    replace({ withProgress });
    return said;
  };
}
