import * as vscode from 'vscode';
import { overlay } from './overlay.ts';
import { useStandIns } from './standIns.ts';

/** Where something appeared, e.g. "message", and its text. */
export interface Appearance {
  where: string;
  text: string;
}

/**
 * Notes whatever VS Code is asked to show beside quick picks and pages, and answers nothing but the place of a file:
 * messages, input boxes, progress, the status bar, file dialogs, documents, tabs and the clipboard.
 */
export function useAppearances(file: () => vscode.Uri): () => Promise<Appearance[]> {
  const { window, workspace, env } = vscode;
  const { createInputBox, setStatusBarMessage } = window;
  const replace = useStandIns(window);
  const seen: Appearance[] = [];
  const note = (where: string, ...shown: unknown[]) => void seen.push({ where, text: JSON.stringify(shown) });
  const say = async (...given: unknown[]) => note('message', ...given);
  const stand = {
    showInformationMessage: say,
    showWarningMessage: say,
    showErrorMessage: say,
    showInputBox: async (options: unknown) => note('input box', options),
    createInputBox: () => closedBox(createInputBox(), note),
    setStatusBarMessage(...given: Parameters<typeof setStatusBarMessage>) {
      note('status bar', given[0]);
      return setStatusBarMessage(...given);
    },
    withProgress(...[options, task]: Parameters<typeof window.withProgress>) {
      note('progress', options.title);
      const report = (value: unknown) => note('progress', value);
      return task({ report }, new vscode.CancellationTokenSource().token);
    },
    async showSaveDialog(options: vscode.SaveDialogOptions = {}) {
      note('save dialog', options.title, options.defaultUri?.path);
      return file();
    },
    showOpenDialog: async (options: unknown) => note('open dialog', options),
  };
  let documents: vscode.Disposable;
  beforeEach(() => {
    seen.length = 0;
    replace(stand);
    documents = workspace.onDidOpenTextDocument((one) => note('document', String(one.uri), one.getText()));
  });
  afterEach(() => documents.dispose());
  return async () => {
    note('clipboard', await env.clipboard.readText());
    note(
      'tabs',
      window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
    );
    return seen.splice(0);
  };
}

/** A real input box that is left as soon as it is shown. */
function closedBox(
  box: vscode.InputBox,
  note: (where: string, ...shown: unknown[]) => void,
): vscode.InputBox {
  const hide = new vscode.EventEmitter<void>();
  return overlay(box, {
    onDidHide: hide.event,
    show() {
      note('input box', box.title, box.prompt, box.placeholder, box.value);
      hide.fire();
    },
  });
}
