import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type AttachRow, checkedRows } from '../../src/ui/chats/attachments/pickAttachments.ts';
import { below } from '../../src/ui/shared/pickStep.ts';

const file = (name: string): AttachRow => ({
  id: `file:///${name}`,
  label: name,
  uri: vscode.Uri.file(name),
  path: name,
});
const [reply, refunds, notes] = [file('reply.md'), file('refunds.md'), file('notes/list.txt')];

describe('The check boxes of Attach', () => {
  it('keep each row at its place while others come, and let VS Code filter by name', () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    rows.show([...below('Open editors', [reply])], '');
    rows.show([refunds], 'refu');
    rows.show([reply, ...below('Files', [notes])], '');
    assert.deepEqual(window.labels, ['Open editors', 'reply.md', 'refunds.md', 'Files', 'notes/list.txt']);
    assert.deepEqual(window.alwaysShown, []);
  });

  it('show what only the path explains, but only to the words that find it', () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    rows.show([reply, notes], '');
    rows.show([notes], 'nlt');
    assert.deepEqual(window.alwaysShown, ['notes/list.txt']);
    rows.show([reply, notes], '');
    assert.deepEqual(window.alwaysShown, []);
  });

  it('have the focus on the best row of each query, and leave it where the user has moved it', () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    const focused = () => rows.chosen.map(({ label }) => label);
    rows.show([...below('Open editors', [reply])], '');
    assert.deepEqual(focused(), ['reply.md']);
    rows.show([refunds, reply], 're');
    assert.deepEqual(focused(), ['refunds.md']);
    window.activeItems = [reply];
    rows.show([refunds, reply, notes], 're');
    assert.deepEqual(focused(), ['reply.md']);
    rows.show([refunds], 'ref');
    assert.deepEqual(focused(), ['refunds.md']);
    rows.show([], 'refx');
    assert.deepEqual(focused(), []);
  });

  it('are set anew only if a row changes', () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    rows.show([reply, refunds], '');
    rows.show([refunds], 'refu');
    assert.equal(window.updates, 1);
  });

  it('keep a click that was on its way when the window got other rows', async () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    rows.show([reply, refunds], '');
    await window.takeAll();
    window.click(0);
    rows.show([notes], 'no');
    // Before the window has the new rows.
    window.click(1);
    await window.takeAll();
    assert.deepEqual(
      rows.chosen.map(({ label }) => label),
      ['reply.md', 'refunds.md'],
    );
    assert.deepEqual(window.checked, ['reply.md', 'refunds.md']);
  });

  it('lose what the user unchecks', async () => {
    const window = new LateWindow();
    const rows = checkedRows(window, window.taken);
    rows.show([reply, refunds], '');
    await window.takeAll();
    window.click(0);
    window.click(1);
    window.click(0);
    window.deliver();
    assert.deepEqual(rows.chosen, [refunds]);
    window.click(1);
    window.deliver();
    // Only what has the focus is left.
    assert.deepEqual(rows.chosen, [reply]);
  });
});

/**
 * What a quick pick is in VS Code: the list in the window learns late of the rows and check boxes that were set, unchecks all
 * with new rows, and tells late, by position, what is checked.
 */
class LateWindow {
  readonly #changed = new vscode.EventEmitter<readonly AttachRow[]>();
  readonly onDidChangeSelection = this.#changed.event;
  canSelectMany = false;
  activeItems: readonly AttachRow[] = [];
  updates = 0;
  #items: readonly AttachRow[] = [];
  readonly #toWindow: (() => void)[] = [];
  readonly #toHost: number[][] = [];
  readonly #waiting: (() => void)[] = [];
  #shown: readonly AttachRow[] = [];
  #checkedAt: number[] = [];

  readonly taken = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));

  get items(): readonly AttachRow[] {
    return this.#items;
  }
  set items(items: readonly AttachRow[]) {
    this.updates++;
    this.#items = items;
    this.#toWindow.push(() => {
      this.#shown = items;
      if (this.#checkedAt.length > 0) this.#check([]);
    });
  }

  get selectedItems(): readonly AttachRow[] {
    return [];
  }
  set selectedItems(rows: readonly AttachRow[]) {
    const at = rows.map((row) => this.#items.indexOf(row));
    this.#toWindow.push(() => {
      if (at.join() !== this.#checkedAt.join()) this.#check(at);
    });
  }

  get labels(): string[] {
    return this.#items.map(({ label }) => label);
  }
  get alwaysShown(): string[] {
    return this.#items.filter(({ alwaysShow }) => alwaysShow).map(({ label }) => label);
  }
  get checked(): string[] {
    return this.#checkedAt.map((at) => this.#shown[at]?.label ?? '');
  }

  click(at: number): void {
    const isChecked = this.#checkedAt.includes(at);
    this.#check(isChecked ? this.#checkedAt.filter((one) => one !== at) : [...this.#checkedAt, at].sort());
  }

  /** What the window said arrives. */
  deliver(): void {
    for (const at of this.#toHost.splice(0)) {
      this.#changed.fire(at.flatMap((one) => this.#items[one] ?? []));
    }
  }

  /** Everything that is on its way arrives, in both directions, until nothing more follows. */
  async takeAll(): Promise<void> {
    while (this.#toWindow.length + this.#toHost.length + this.#waiting.length > 0) {
      for (const take of this.#toWindow.splice(0)) take();
      this.deliver();
      for (const resolve of this.#waiting.splice(0)) resolve();
      await new Promise(setImmediate);
    }
  }

  #check(at: number[]): void {
    this.#checkedAt = at;
    this.#toHost.push(at);
  }
}
