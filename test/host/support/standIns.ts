import * as vscode from 'vscode';

/** Functions that undo the replacements, the latest first. */
const putBack: (() => void)[] = [];

/** Replaces members of a part of VS Code's API until the end of the test. */
export function useStandIns<T extends object>(api: T): (parts: { [K in keyof T]?: unknown }) => void {
  afterEach(() => {
    for (const put of putBack.splice(0)) put();
  });
  return (parts) => {
    const own = Object.fromEntries(Object.keys(parts).map((name) => [name, Reflect.get(api, name)]));
    putBack.unshift(() => Object.assign(api, own));
    Object.assign(api, parts);
  };
}

/** Stands in for the person at save dialogs: takes `target`, or cancels. Returns each dialog’s options. */
export function useSaving(): (target: vscode.Uri | undefined) => vscode.SaveDialogOptions[] {
  const replace = useStandIns(vscode.window);
  return (target) => {
    const asked: vscode.SaveDialogOptions[] = [];
    replace({
      showSaveDialog: async (options: vscode.SaveDialogOptions) => {
        asked.push(options);
        return target;
      },
    });
    return asked;
  };
}
