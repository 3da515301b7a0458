import type { Locator, Page } from 'playwright-core';
import type { Driver } from '../workbench/driver.ts';

/** Where one types in VS Code's own chat. */
export function chatInput(page: Page): Locator {
  return page.locator('.chat-input-container .monaco-editor');
}

/** Adds our provider in *Manage Language Models*, which is open, and opens VS Code's own chat: nobody is signed in. */
export async function openVscodeChat(workbench: Driver): Promise<void> {
  const { page } = workbench;
  await page.getByRole('button', { name: 'Add Models' }).click();
  // A menu takes no click that ends just after it was opened.
  await page.getByRole('menuitem', { name: 'Hosted Models' }).click({ delay: 150 });
  await workbench.inputBox.press('Enter');
  await page.keyboard.press('Escape');
  await workbench.runCommand('Chat: Open Chat');
}

export async function typeQuestion(page: Page, question: string): Promise<void> {
  await chatInput(page).click();
  await page.keyboard.type(question);
  await page.keyboard.press('Enter');
}
