import * as vscode from 'vscode';

/** Ends the pick with a result, or with the failure of a rejected promise. */
export type EndPick<R> = (result: R | undefined | Promise<never>) => void;

/**
 * Shows a quick pick once `prepare` has filled it, until that ends it; `undefined` if the user cancels. What `prepare` puts
 * into `owned` is disposed of afterwards.
 */
export async function pickUntil<T extends vscode.QuickPickItem, R>(
  prepare: (pick: vscode.QuickPick<T>, end: EndPick<R>, owned: { dispose(): void }[]) => unknown,
): Promise<R | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  const owned: { dispose(): void }[] = [pick];
  const { promise, resolve } = Promise.withResolvers<R | undefined>();
  await prepare(pick, resolve, owned);
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => {
    for (const one of owned) one.dispose();
  });
}
