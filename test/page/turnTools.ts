import type { PageTurn } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { type FrameChanges, frame, shows } from './samples.ts';

/** Shows these turns, as the host does. */
export const show = (changes: FrameChanges = {}, ...turns: PageTurn[]) => shows(frame(changes), turns);
export const button = ({ page }: OpenPage, name: string) => page.getByRole('button', { name, exact: true });
export const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message', exact: true });
export const field = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Edit Message' });
export const mine = ({ page }: OpenPage) => page.getByRole('article', { name: 'You' });
/** The name of the focused element. */
export const focused = ({ page }: OpenPage) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
export const scrollTop = ({ page }: OpenPage) => page.getByRole('log').evaluate((log) => log.scrollTop);
export const long = 'A line of an answer.\n\n'.repeat(40);
