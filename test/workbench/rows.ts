import { errors, type Locator, type Page } from 'playwright-core';

type ClickOptions = Parameters<Locator['click']>[0];

/** How long to wait for a tree before trying again. */
const treeMs = 2000;

/** How long to wait for a button on a row before going back to the row. */
const buttonMs = 5000;

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Matches a label that is `text`, or continues after a comma as VS Code's spoken labels do. */
export function spoken(text: string): RegExp {
  return new RegExp(`^${escapeRegExp(text)}(,|$)`);
}

/** The views of the sidebar and the rows of their trees: finds them, scrolls to them and clicks them. */
export class Rows {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A view of the sidebar: its header, message, welcome text and tree. */
  view(title: string): Locator {
    const heading = this.page.locator('.pane-header h3.title').getByText(title, { exact: true });
    return this.page.locator('.pane').filter({ has: heading });
  }

  /** A row of a tree, by the start of its spoken label (`support-tone-v7`, or as much as tells it apart). */
  treeItem(label: string, view?: string): Locator {
    const within = view ? this.view(view) : this.page.locator('.part.sidebar');
    // A group at the top of a scrolled tree is drawn twice: as a row, and as a sticky one above it.
    return within.getByRole('treeitem', { name: spoken(label) }).first();
  }

  /** Trees draw only the rows in sight: goes down a view's tree, page by page, until the row appears. */
  async scrollTo(label: string, view: string): Promise<Locator> {
    const row = this.treeItem(label, view);
    const tree = this.view(view).getByRole('tree');
    await tree.getByRole('treeitem').first().waitFor();
    await tree.press('Home');
    for (let page = 0; !(await row.isVisible()); page++) {
      if (page > 100) throw new Error(`There is no row "${label}" in ${view}.`);
      const last = await tree.getAttribute('aria-activedescendant');
      await tree.press('PageDown');
      // The focus has moved, unless this was the end; a tree redrawn meanwhile loses its place.
      const moved = this.view(view).locator(`[role=tree]:not([aria-activedescendant="${last}"])`);
      const isMoved = moved.or(row).first().waitFor({ timeout: treeMs });
      await isMoved.catch(() => tree.press('Home'));
    }
    await this.#uncover(row);
    return row;
  }

  /** Scrolls down by the wheel until the row is drawn. Unlike `scrollTo`, this leaves the focus and the start of a range where they are. */
  async wheelTo(label: string, view: string): Promise<Locator> {
    const row = this.treeItem(label, view);
    await this.view(view).getByRole('tree').hover();
    for (let turn = 0; !(await row.isVisible()); turn++) {
      if (turn > 100) throw new Error(`There is no row "${label}" further down in ${view}.`);
      await this.page.mouse.wheel(0, 100);
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    await this.#uncover(row);
    return row;
  }

  /**
   * Edges of a tree cut rows off, at the top their parents cover them, and so does VS Code's tooltip of a row above: a click there would
   * hit something else.
   */
  async #uncover(row: Locator): Promise<void> {
    // A tooltip comes only after a while, and goes once the pointer has left its row.
    await this.page.mouse.move(0, 0);
    const tree = row.locator('xpath=ancestor::*[@role="tree"]');
    for (let left = 10; left > 0; left--) {
      const isOnTop = await row.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      const [box, frame] = [await row.boundingBox(), await tree.boundingBox()];
      if (isOnTop || !box || !frame) return;
      await tree.hover();
      await this.page.mouse.wheel(0, box.y - frame.y - frame.height / 2);
    }
  }

  /** A row counts as expanded only once its children have come. */
  expand(row: Locator): Promise<void> {
    return this.#fold(row, true);
  }

  collapse(row: Locator): Promise<void> {
    return this.#fold(row, false);
  }

  async #fold(row: Locator, isOpen: boolean): Promise<void> {
    const folded = row.and(this.page.locator(`[aria-expanded=${isOpen}]`));
    if (!(await folded.isVisible())) await this.#press(row, () => row.locator('.monaco-tl-twistie').click());
    await folded.waitFor();
  }

  async clickRow(row: Locator, options?: ClickOptions): Promise<void> {
    await this.#press(row, () => row.click(options));
  }

  /** Clicks an icon button on a row. It shows only while the pointer is on the row. */
  async rowAction(row: Locator, action: string): Promise<void> {
    await this.#press(row, async () => {
      await row.hover();
      await row.getByRole('button', { name: action }).click({ timeout: buttonMs });
    });
  }

  /**
   * Presses again if the row has moved: while a list is refreshed, its elements become those of other rows, and a row moves from
   * under the pointer.
   */
  async #press(row: Locator, press: () => Promise<void>): Promise<void> {
    for (let left = 5; left > 0; left--) {
      await this.#uncover(row);
      const label = (await row.getAttribute('aria-label')) ?? '';
      const guard = await this.page.evaluateHandle(guardPress, label);
      let isThrough = false;
      try {
        await press();
      } catch (error) {
        // Nothing was pressed yet: what times out is the wait before it.
        if (!(error instanceof errors.TimeoutError) || left === 1) throw error;
        continue;
      } finally {
        isThrough = await guard.evaluate(({ stop }) => stop());
      }
      if (isThrough) return;
    }
    throw new Error(`Another row has taken the place of ${row} at every press.`);
  }
}

/**
 * Runs in the page. Lets a press reach VS Code only if the row under the pointer has this label when the button goes down and
 * when the menu is about to open. Call `stop` afterwards; it returns whether the press got through.
 */
function guardPress(label: string): { stop: () => boolean } {
  const gone = new AbortController();
  const pressing = ['pointerdown', 'mousedown', 'contextmenu'];
  const releasing = ['pointerup', 'mouseup', 'click', 'auxclick'];
  let isMoved = false;
  const look = (event: Event): void => {
    const row = event.target instanceof Element ? event.target.closest('[role=treeitem]') : null;
    if (pressing.includes(event.type)) isMoved ||= row?.getAttribute('aria-label') !== label;
    if (!isMoved) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const options = { capture: true, signal: gone.signal };
  for (const type of [...pressing, ...releasing]) window.addEventListener(type, look, options);
  const stop = (): boolean => {
    gone.abort();
    return !isMoved;
  };
  return { stop };
}
