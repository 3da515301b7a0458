import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Box } from './boxes.ts';
import { overlay } from './overlay.ts';
import { useStandIns } from './standIns.ts';
import { nextEvent } from './waiting.ts';

/** The steps of a flow, in the order in which they are shown. */
export interface Steps {
  /** The next quick pick that asks something. */
  pick(): Promise<ShownPick>;
  /** The next quick pick that asks something; `undefined` if the flow is over before. */
  pickUnless(isOver: Promise<unknown>): Promise<ShownPick | undefined>;
  /** The next quick pick, also while it shows what is being done. */
  shown(): Promise<ShownPick>;
  /** The next step, while it shows what is being done. */
  busy(): Promise<ShownPick>;
  /** The next input box. */
  box(): Promise<Box>;
}

/** Stands in for the person at quick picks and input boxes, each as the test says. The boxes themselves are VS Code's. */
export function useSteps(): Steps {
  const { createQuickPick, createInputBox } = vscode.window;
  const replace = useStandIns(vscode.window);
  const shown = new vscode.EventEmitter<void>();
  let waiting: (ShownPick | Box)[] = [];
  const add = (step: ShownPick | Box) => {
    waiting.push(step);
    shown.fire();
  };
  beforeEach(() => {
    waiting = [];
    replace({
      createQuickPick: () => {
        const pick = new ShownPick(createQuickPick());
        pick.onDidShow(() => add(pick));
        return pick.proxy;
      },
      createInputBox: () => {
        const box = new Box(createInputBox());
        box.onDidShow(() => add(box));
        return box.proxy;
      },
    });
  });
  const next = async (what: string, isOver = new Promise<unknown>(() => undefined)) => {
    if (waiting.length === 0) await Promise.race([nextEvent(shown.event, what), isOver]);
    return waiting.shift();
  };
  const shownPick = async () => {
    const step = await next('a quick pick is shown');
    assert.ok(step instanceof ShownPick, 'An input box is shown.');
    return step;
  };
  return {
    shown: shownPick,
    async pick() {
      for (;;) {
        const step = await shownPick();
        if (!step.isBusyStep) return step;
      }
    },
    async pickUnless(isOver) {
      for (;;) {
        const step = await next('a quick pick is shown', isOver);
        if (!step) return undefined;
        assert.ok(step instanceof ShownPick, 'An input box is shown.');
        if (!step.isBusyStep) return step;
      }
    },
    async busy() {
      const step = await shownPick();
      assert.ok(step.isBusyStep, 'Something is asked.');
      return step;
    },
    async box() {
      const step = await next('an input box is shown');
      assert.ok(step instanceof Box, 'A quick pick is shown.');
      return step;
    },
  };
}

export class ShownPick {
  readonly pick: vscode.QuickPick<vscode.QuickPickItem>;
  readonly proxy: vscode.QuickPick<vscode.QuickPickItem>;
  readonly #accept = new vscode.EventEmitter<void>();
  readonly #select = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly #hide = new vscode.EventEmitter<void>();
  readonly #button = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #itemButton = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly #change = new vscode.EventEmitter<string>();
  readonly #show = new vscode.EventEmitter<void>();
  readonly onDidShow = this.#show.event;
  readonly #set = new vscode.EventEmitter<void>();
  /** Fires when something of it was set. */
  readonly onDidSet = this.#set.event;
  #chosen: vscode.QuickPickItem[] | undefined;

  constructor(pick: vscode.QuickPick<vscode.QuickPickItem>) {
    this.pick = pick;
    const chosen = () => this.#chosen ?? pick.selectedItems;
    const parts = {
      onDidAccept: this.#accept.event,
      onDidChangeSelection: this.#select.event,
      onDidHide: this.#hide.event,
      onDidTriggerButton: this.#button.event,
      onDidTriggerItemButton: this.#itemButton.event,
      onDidChangeValue: this.#change.event,
      show: () => this.#show.fire(),
      get selectedItems() {
        return chosen();
      },
      set selectedItems(items) {
        pick.selectedItems = items;
      },
    };
    this.proxy = overlay(pick, parts, () => this.#set.fire());
  }

  /** It shows what is being done, and asks nothing. */
  get isBusyStep(): boolean {
    return this.pick.busy && !this.pick.placeholder;
  }

  /** "label: description" of each row, without the separators. */
  get rows(): string[] {
    return this.#items.map(({ label, description = '' }) =>
      description ? `${label}: ${description}` : label,
    );
  }

  get #items(): vscode.QuickPickItem[] {
    return this.pick.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  }

  get checked(): string[] {
    return this.pick.selectedItems.map(({ label }) => label);
  }

  item(label: string): vscode.QuickPickItem {
    const item = this.#items.find((one) => one.label === label);
    assert.ok(item, `no row ${label}, but ${this.rows.join(', ')}`);
    return item;
  }

  choose(label: string): void {
    this.#chosen = [this.item(label)];
    this.#accept.fire();
  }

  /** Checks these rows alone. */
  check(...labels: string[]): void {
    this.pick.selectedItems = labels.map((label) => this.item(label));
    this.#select.fire(this.pick.selectedItems);
  }

  accept(): void {
    this.#accept.fire();
  }

  back(): void {
    assert.ok(this.pick.buttons.includes(vscode.QuickInputButtons.Back), 'no Back');
    this.#button.fire(vscode.QuickInputButtons.Back);
  }

  type(text: string): void {
    this.pick.value = text;
    this.#change.fire(text);
  }

  /** Presses the button of a row. */
  pressOn(label: string, title: string): void {
    const item = this.item(label);
    const button = item.buttons?.find(({ tooltip }) => tooltip === title);
    assert.ok(button, `no button ${title}`);
    this.#itemButton.fire({ item, button });
  }

  press(title: string): void {
    const button = this.pick.buttons.find(({ tooltip }) => tooltip === title);
    assert.ok(button, `no button ${title}`);
    this.#button.fire(button);
  }

  escape(): void {
    this.#hide.fire();
  }
}
