import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { overlay } from './overlay.ts';
import { useStandIns } from './standIns.ts';
import { nextEvent, until } from './waiting.ts';

/**
 * Stands in for the person at input boxes, each as the test says, and for nothing else. Returns a function that resolves with the
 * next box that is shown, after `act`.
 */
export function useBoxes(): (act?: () => void) => Promise<Box> {
  const { createInputBox } = vscode.window;
  const replace = useStandIns(vscode.window);
  const shown = new vscode.EventEmitter<Box>();
  beforeEach(() =>
    replace({
      createInputBox: () => {
        const box = new Box(createInputBox());
        box.onDidShow(() => shown.fire(box));
        return box.proxy;
      },
    }),
  );
  return (act) => {
    const next = nextEvent(shown.event, 'an input box is shown');
    act?.();
    return next;
  };
}

export class Box {
  readonly box: vscode.InputBox;
  readonly proxy: vscode.InputBox;
  readonly #accept = new vscode.EventEmitter<void>();
  readonly #change = new vscode.EventEmitter<string>();
  readonly #hide = new vscode.EventEmitter<void>();
  readonly #button = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #set = new vscode.EventEmitter<void>();
  readonly #show = new vscode.EventEmitter<void>();
  readonly onDidShow = this.#show.event;
  /** Fires when something of it was set, and when it is disposed of. */
  readonly onDidSet = this.#set.event;
  isDisposed = false;

  constructor(box: vscode.InputBox) {
    this.box = box;
    const parts = {
      onDidAccept: this.#accept.event,
      onDidChangeValue: this.#change.event,
      onDidHide: this.#hide.event,
      onDidTriggerButton: this.#button.event,
      show: () => this.#show.fire(),
      dispose: () => {
        this.isDisposed = true;
        this.#set.fire();
        box.dispose();
      },
    };
    this.proxy = overlay(box, parts, () => this.#set.fire());
  }

  type(text: string): void {
    this.box.value = text;
    this.#change.fire(text);
  }

  enter(text?: string): void {
    if (text !== undefined) this.type(text);
    this.#accept.fire();
  }

  escape(): void {
    this.#hide.fire();
  }

  press(title: string): void {
    const button = this.box.buttons[this.buttons.indexOf(title)];
    assert.ok(button, `no button ${title}`);
    this.#button.fire(button);
  }

  /** What stands under the field: why the text is refused, or what is being waited for. */
  get message(): string {
    const message = this.box.validationMessage ?? '';
    return typeof message === 'string' ? message : message.message;
  }

  get buttons(): (string | undefined)[] {
    return this.box.buttons.map((one) => (one === vscode.QuickInputButtons.Back ? 'Back' : one.tooltip));
  }

  says(what: RegExp): Promise<void> {
    return until(
      this.onDidSet,
      `the box says ${what}`,
      () => what.test(this.message) || what.test(this.box.prompt ?? ''),
    );
  }
}
