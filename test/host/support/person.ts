import * as vscode from 'vscode';
import { overlay } from './overlay.ts';
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
 * typed into an input box before Enter. VS Code refuses modal dialogs in a host that runs tests.
 */
export function usePerson(): (answers: {
  button?: string;
  typed?: string[];
  onMessage?: (text: string) => void;
}) => Seen {
  const { window } = vscode;
  const own = {
    showWarningMessage: window.showWarningMessage,
    showErrorMessage: window.showErrorMessage,
    showInformationMessage: window.showInformationMessage,
    createInputBox: window.createInputBox,
  };
  afterEach(() => Object.assign(window, own));
  return ({ button, typed, onMessage }) => {
    const seen: Seen = { messages: [], details: [], buttons: [] };
    const answer = async (text: string, ...rest: unknown[]): Promise<unknown> => {
      seen.messages.push(text);
      onMessage?.(text);
      for (const one of rest) {
        if (typeof one === 'object' && one !== null && 'detail' in one) {
          seen.details.push(String(one.detail));
          seen.buttons.push(rest.filter((title) => typeof title === 'string'));
        }
      }
      return rest.includes(button) ? button : undefined;
    };
    Object.assign(window, {
      showWarningMessage: answer,
      showErrorMessage: answer,
      showInformationMessage: answer,
      ...(typed ? { createInputBox: () => typingBox(own.createInputBox(), typed, seen) } : {}),
    });
    return seen;
  };
}

/** A real input box with events from the stand-in: it types each text and presses Enter, and finally Escape. */
function typingBox(box: vscode.InputBox, typed: readonly string[], seen: Seen): vscode.InputBox {
  const accept = new vscode.EventEmitter<void>();
  const change = new vscode.EventEmitter<string>();
  const hide = new vscode.EventEmitter<void>();
  const rest = new vscode.EventEmitter<void>();
  let isDone = false;
  const enter = async (): Promise<void> => {
    for (const text of typed) {
      if (isDone) return;
      box.value = text;
      change.fire(text);
      accept.fire();
      // It may ask a service.
      await until(rest.event, 'the box has tried the input', () => isDone || !box.busy);
      if (box.validationMessage) seen.messages.push(String(box.validationMessage));
    }
    hide.fire();
  };
  const parts = {
    onDidAccept: accept.event,
    onDidChangeValue: change.event,
    onDidHide: hide.event,
    show() {
      seen.details.push(`${box.title}\n${box.prompt}`);
      void enter();
    },
    dispose() {
      isDone = true;
      rest.fire();
      box.dispose();
    },
  };
  return overlay(box, parts, (name) => {
    if (name === 'busy') rest.fire();
  });
}
