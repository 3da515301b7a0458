import * as vscode from 'vscode';

/** How a quick pick ends; only the first call counts. */
interface PickEnd<R> {
  /** `undefined`: the user canceled. */
  end(result: R | undefined): void;
  fail(error: unknown): void;
  /** Disposed of with the pick. */
  readonly owned: { dispose(): void }[];
}

/** Shows a quick pick once `prepare` has filled it, until that ends it or the user cancels. */
export async function pickUntil<T extends vscode.QuickPickItem, R>(
  prepare: (pick: vscode.QuickPick<T>, ending: PickEnd<R>) => unknown,
): Promise<R | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  const owned: { dispose(): void }[] = [pick];
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<R | undefined>();
  try {
    await prepare(pick, { end, fail, owned });
    pick.onDidHide(() => end(undefined));
    pick.show();
    return await promise;
  } finally {
    for (const one of owned) one.dispose();
  }
}
