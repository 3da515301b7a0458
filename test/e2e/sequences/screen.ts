import { errors, type Locator, type Page } from 'playwright-core';
import type { SequenceWorld } from './sequenceWorld.ts';

/** The rows of LoRAs in the Models view, except those that are gone from the service. */
export function rowsOf({ workbench }: SequenceWorld): Locator {
  return workbench.view('Models').getByRole('treeitem', { name: /^(?!.*, gone, LoRA).*, LoRA, /u });
}

/** Clicks again if a list that is being redrawn takes away the row. */
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

/** Closes everything that is open over the views, clears the messages, and moves the mouse to where it shows no hover. */
export async function dropToasts({ workbench }: SequenceWorld): Promise<void> {
  const { page, quickInput } = workbench;
  await page.keyboard.press('Escape');
  await quickInput.waitFor({ state: 'hidden' });
  const toasts = page.locator('.notification-toast');
  if ((await toasts.count()) > 0) await workbench.runCommand('Notifications: Clear All Notifications');
  await toasts.first().waitFor({ state: 'detached' });
  // The hover of a row that is redrawn stays until the mouse comes and goes.
  for (const x of [700, 900]) await page.mouse.move(x, 900);
}

/** "LoRA “…” was deleted from …", which the status bar shows for some seconds. */
export function deletedText({ workbench }: SequenceWorld): Locator {
  return workbench.page.locator('.part.statusbar').getByText(/LoRA “.*” was deleted from/u);
}

/** Resolves once the page has drawn its current state. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
