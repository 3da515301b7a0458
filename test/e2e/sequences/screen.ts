import { errors, type Locator, type Page } from 'playwright-core';
import type { SequenceWorld } from './sequenceWorld.ts';

/** The rows of LoRAs that the Models view has, but for those that are gone from the service. */
export function rowsOf({ workbench }: SequenceWorld): Locator {
  return workbench.view('Models').getByRole('treeitem', { name: /^(?!.*, gone, LoRA).*, LoRA, /u });
}

/** A list that is drawn anew may take away the row that was just about to be clicked: once more, then. */
export async function onRows<T>(world: SequenceWorld, click: (rows: Locator) => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await click(rowsOf(world));
    } catch (error) {
      if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
      await world.workbench.page.keyboard.press('Escape');
    }
  }
}

/** Out of all that is open over the views, without messages, and with the mouse where it shows no hover. */
export async function dropToasts({ workbench }: SequenceWorld): Promise<void> {
  const { page, quickInput } = workbench;
  await page.keyboard.press('Escape');
  await quickInput.waitFor({ state: 'hidden' });
  const toasts = page.locator('.notification-toast');
  if ((await toasts.count()) > 0) await workbench.runCommand('Notifications: Clear All Notifications');
  await toasts.first().waitFor({ state: 'detached' });
  // A hover of a row that is drawn anew stays until the mouse comes and goes.
  for (const x of [700, 900]) await page.mouse.move(x, 900);
}

/** "LoRA “…” was deleted from …", which the status bar says for some seconds. */
export function deletedText({ workbench }: SequenceWorld): Locator {
  return workbench.page.locator('.part.statusbar').getByText(/LoRA “.*” was deleted from/u);
}

/** Resolves once the page has drawn what it knows now. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
