import type { Locator } from 'playwright-core';
import type { PageTurn } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { type FrameChanges, frame, shows } from './samples.ts';

/** Shows these turns, as the host does. */
export const show = (changes: FrameChanges = {}, ...turns: PageTurn[]) => shows(frame(changes), turns);
export const button = ({ page }: OpenPage, name: string) => page.getByRole('button', { name, exact: true });
export const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message', exact: true });
export const field = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Edit Message' });
export const mine = ({ page }: OpenPage) => page.getByRole('article', { name: 'You' });
export const log = ({ page }: OpenPage) => page.getByRole('log');
export const status = ({ page }: OpenPage) => page.getByRole('status');
export const jump = (open: OpenPage) => button(open, 'Jump to Latest');
/** The focused element, by the name that a screen reader reads. */
export const focused = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
  });
export const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);
/** The texts that describe an element to screen readers. */
export const describedBy = (part: Locator) =>
  part.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
export const scrollTop = (open: OpenPage) => log(open).evaluate((element) => element.scrollTop);
/** How far the transcript's end is out of sight, in pixels. */
export const fromEnd = (open: OpenPage) =>
  log(open).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
export const long = 'A line of an answer.\n\n'.repeat(40);

/** Records from now on the keys that reach the window, as VS Code hears them. */
export async function hearKeys({ page }: OpenPage): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const keys: string[] = [];
    window.addEventListener('keydown', ({ key }) => keys.push(key));
    return keys;
  });
  return () => heard.jsonValue();
}
