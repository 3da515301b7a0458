import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { outFolder } from './places.ts';
import { escapeRegExp, Rows } from './rows.ts';
import { visibleFrame } from './visibleFrame.ts';

/**
 * How long to look for a command before the palette is reopened, and to wait for a menu before it is opened again. What closes one
 * does so within milliseconds, and a slow machine has twice the time in each further try.
 */
const paletteMs = 1000;
const menuMs = 500;
const longestMs = 16_000;

/** What a user does in a VS Code window, by roles and names. Locators wait; nothing here sleeps. */
export class Driver extends Rows {
  /** Resolves when the window can be used. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.activitybar [role=tab]').first().waitFor();
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
  }

  /** Opens a view container of the activity bar, unless it is open. */
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name: title, exact: true });
    const sidebar = this.page.locator('.part.sidebar');
    const heading = sidebar.getByRole('heading', { name: title, exact: true }).first();
    await tab.waitFor();
    // A window that is being restored opens its last container by itself; a click just then would close that.
    await sidebar
      .locator('h2:not(:empty)')
      .or(this.page.locator('.monaco-workbench.nosidebar'))
      .first()
      .waitFor();
    if (await heading.isVisible()) return;
    await tab.click();
    await heading.waitFor();
  }

  /** Clicks a button in a view's title. They show only while the view is hovered or focused. */
  async viewAction(view: string, action: string): Promise<void> {
    const pane = this.view(view);
    await pane.locator('.pane-header').hover();
    await pane.locator('.pane-header').getByRole('button', { name: action }).click();
  }

  /** Picks from any context menu; further names lead into submenus. */
  async contextMenu(target: Locator, ...names: string[]): Promise<void> {
    await this.#pickFromMenu(() => this.#rightClick(target), names);
  }

  /** Opens a context menu and resolves once it has an entry of this name. */
  openMenu(target: Locator, name: string): Promise<void> {
    const hasEntry = (options: { timeout: number }) => this.menuItem(name).waitFor(options);
    return this.#inMenu(() => this.#rightClick(target), name, hasEntry);
  }

  /** Picks from the `…` of a view's title; without a name it only opens the menu. */
  async viewMenu(view: string, ...names: string[]): Promise<void> {
    const pane = this.view(view);
    const open = async (): Promise<void> => {
      await pane.locator('.pane-header').hover();
      await pane.getByRole('button', { name: /^(Views and )?More Actions/u }).click();
    };
    await this.#pickFromMenu(open, names);
  }

  async #rightClick(target: Locator): Promise<void> {
    const isRow = (await target.getAttribute('role')) === 'treeitem';
    const right = { button: 'right' } as const;
    await (isRow ? this.clickRow(target, right) : target.click(right));
  }

  #pickFromMenu(open: () => Promise<void>, names: readonly string[]): Promise<void> {
    return this.#inMenu(open, names.join(' › '), async (options) => {
      for (const name of names) await this.pickMenuItem(name, options);
    });
  }

  /** A view redrawn meanwhile, or an editor that takes the focus late, closes the menu, as it would for a user, who then tries again. */
  async #inMenu(
    open: () => Promise<void>,
    what: string,
    act: (options: { timeout: number }) => Promise<void>,
  ): Promise<void> {
    const entry = this.page.locator('.monaco-menu [role=menuitem]').first();
    for (let timeout = menuMs; ; timeout *= 2) {
      await open();
      try {
        await entry.waitFor({ timeout });
        return await act({ timeout });
      } catch (error) {
        if (timeout >= longestMs) {
          const shown = await this.page.locator('.monaco-menu [role=menuitem]').allInnerTexts();
          throw new Error(`The menu has no “${what}”, but: ${shown.join(', ')}`, { cause: error });
        }
        // Of submenus, each takes one.
        while (await entry.isVisible()) await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Uses Enter: for 100 ms a menu ignores clicks, lest the right button's release count (vs/base menu.ts). */
  async pickMenuItem(name: string, options: { timeout?: number } = {}): Promise<void> {
    await this.menuItem(name).hover(options);
    const focused = this.page.locator('.monaco-menu .action-item.focused');
    await focused
      .filter({ has: this.menuItem(name) })
      .first()
      .waitFor(options);
    await this.page.keyboard.press('Enter');
  }

  menuItem(name: string): Locator {
    // A key binding is part of the spoken name.
    return this.page.getByRole('menuitem', {
      name: new RegExp(`^${escapeRegExp(name)}( *[A-Z][A-Za-z0-9+]*)?$`),
    });
  }

  /** Runs a command from the palette by its full title (`Hosted Models: Refresh Models`). */
  async runCommand(title: string): Promise<void> {
    await this.#leaveWhatTakesFocusBack();
    // A palette opened before the extension was known doesn't look again, so it is reopened.
    for (let timeout = paletteMs; ; timeout *= 2) {
      await this.page.keyboard.press('F1');
      try {
        await this.inputBox.fill(`>${title}`, { timeout });
        await this.pickItem(title).waitFor({ timeout });
        // A click that comes late must not be repeated: the command would run twice.
        await this.pickItem(title).click({ timeout: longestMs });
        return;
      } catch (error) {
        if (timeout >= longestMs) throw error;
        // Elsewhere, Escape would end a selection.
        if (await this.quickInput.isVisible()) await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Picks from the quick pick that a command opens; runs it again if something that takes the focus late has closed that. */
  async pickFromCommand(title: string, label: string): Promise<void> {
    for (let timeout = paletteMs; ; timeout *= 2) {
      await this.runCommand(title);
      try {
        return await this.pickItem(label).click({ timeout });
      } catch (error) {
        if (timeout >= longestMs) throw error;
        if (await this.quickInput.isVisible()) await this.page.keyboard.press('Escape');
      }
    }
  }

  /**
   * Two things may take the focus back some milliseconds after the palette has closed, which closes a quick pick that the command has
   * opened meanwhile: a page (webviewElement.ts), and a tree whose refresh ends just then (treeView.ts, `doRefresh`).
   */
  async #leaveWhatTakesFocusBack(): Promise<void> {
    const takesItBack = await this.page.evaluate(
      () => document.activeElement?.closest('iframe, .customview-tree') != null,
    );
    if (!takesItBack) return;
    const tabs = this.page.locator('.part.activitybar [role=tab]');
    // A picture that is taken then shows the focus where it shows the open container anyway.
    const open = tabs.and(this.page.locator('[aria-selected=true]'));
    await ((await open.count()) > 0 ? open : tabs).first().focus();
  }

  /** Quick pick and input box: VS Code has one widget for both. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  get inputBox(): Locator {
    return this.quickInput.locator('.quick-input-box input');
  }

  /** An entry of the quick pick by its label, whatever its description. */
  pickItem(label: string): Locator {
    const name = this.page.locator('.quick-input-list-label .label-name').getByText(label, { exact: true });
    return this.quickInput.locator('.monaco-list-row').filter({ has: name }).first();
  }

  async pick(label: string): Promise<void> {
    await this.pickItem(label).click();
  }

  /** Resolves with the clipboard's text once it starts with `start`. */
  copied(start: string): Promise<string> {
    // Not `waitForFunction`, which takes a promise itself as true.
    return this.page.evaluate(async (wanted) => {
      for (;;) {
        const text = await navigator.clipboard.readText();
        if (text.startsWith(wanted)) return text;
        await new Promise(requestAnimationFrame);
      }
    }, start);
  }

  /** Types into the input box whose title, prompt or placeholder contains `prompt`, and presses Enter. */
  async answer(prompt: string | RegExp, text: string): Promise<void> {
    await this.quickInputSaying(prompt).waitFor();
    await this.inputBox.fill(text);
    await this.inputBox.press('Enter');
  }

  /** The quick input while its title, prompt, placeholder or validation message contains `text`. */
  quickInputSaying(text: string | RegExp): Locator {
    const said = this.page.getByText(text).or(this.page.getByPlaceholder(text));
    return this.quickInput.filter({ has: said });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** The modal dialog; its buttons by `dialog.getByRole('button', …)`. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  editorTab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name: title });
  }

  /** The page of a visible webview that contains `selector`, e.g. `[data-page=chat]`. */
  webview(selector: string): Promise<Frame> {
    return visibleFrame(this.page, selector);
  }

  /** Writes `NAME.png`. */
  async screenshot(name: string, folder = path.join(outFolder, 'screens')): Promise<void> {
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({
      path: path.join(folder, `${name}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
  }
}
