import * as vscode from 'vscode';
import { Box } from './boxes.ts';
import { useStandIns } from './standIns.ts';
import { until } from './waiting.ts';

/** What a stand-in for the person saw. */
export interface Seen {
  /** The texts of dialogs and messages, in order. */
  messages: string[];
  /** The details of modal dialogs. */
  details: string[];
  /** The titles of the buttons of modal dialogs, in order: Enter takes the first. */
  buttons: string[][];
}

/**
 * Stands in for the person's own answers, and for nothing else: the title of the button in dialogs and messages, and what is
 * typed into an input box before Enter. VS Code refuses modal dialogs in a host that runs tests. The answer
 * comes after `onMessage` has resolved.
 */
export function usePerson(): (answers: {
  button?: string;
  typed?: string[];
  onMessage?: (text: string) => unknown;
}) => Seen {
  const { createInputBox } = vscode.window;
  const replace = useStandIns(vscode.window);
  return ({ button, typed, onMessage }) => {
    const seen: Seen = { messages: [], details: [], buttons: [] };
    const answer = async (text: string, ...rest: unknown[]): Promise<unknown> => {
      seen.messages.push(text);
      for (const one of rest) {
        if (typeof one === 'object' && one !== null && 'detail' in one) {
          seen.details.push(String(one.detail));
          seen.buttons.push(rest.flatMap((item) => titleOf(item) ?? []));
        }
      }
      await onMessage?.(text);
      return rest.find((item) => button !== undefined && titleOf(item) === button);
    };
    replace({
      showWarningMessage: answer,
      showErrorMessage: answer,
      showInformationMessage: answer,
      ...(typed && { createInputBox: () => typingBox(createInputBox(), typed, seen) }),
    });
    return seen;
  };
}

/** Of a button; `undefined` for the options of a dialog. */
function titleOf(item: unknown): string | undefined {
  return typeof item === 'string' ? item : (Object(item).title as string | undefined);
}

/** A real input box into which the stand-in types each text and presses Enter, and finally Escape. */
function typingBox(own: vscode.InputBox, typed: readonly string[], seen: Seen): vscode.InputBox {
  const box = new Box(own);
  box.onDidShow(async () => {
    seen.details.push(`${own.title}\n${own.prompt}`);
    for (const text of typed) {
      if (box.isDisposed) return;
      box.enter(text);
      // It may ask a service.
      await until(box.onDidSet, 'the box has tried the input', () => box.isDisposed || !own.busy);
      if (box.message) seen.messages.push(box.message);
    }
    box.escape();
  });
  return box.proxy;
}
