import type { PageExchange, PageTurn } from '../../src/protocol/chat.ts';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import type { OpenPage } from './openPage.ts';
import { answer, details, type FrameChanges, frame, own, shows } from './samples.ts';

/** A state that a page can be in: the host's messages, and then the person's actions. */
export interface PageState {
  name: string;
  page: PageName;
  messages: object[];
  act?: (open: OpenPage) => Promise<unknown>;
}

export function chatState(name: string, messages: object[], act?: PageState['act']): PageState {
  return { name, page: 'chat', messages, ...(act && { act }) };
}

/** Of a chat with a question and its answer. */
export const answeredState = (name: string, changes: FrameChanges) =>
  chatState(name, [snapshot(changes, question, answer('a1'))]);

/** What a person does or sees then. */
export const clicks =
  (name: string | RegExp) =>
  ({ page }: OpenPage) =>
    page.getByRole('button', { name }).first().click();
export const fills =
  (text: string, field = 'Message') =>
  ({ page }: OpenPage) =>
    page.getByLabel(field, { exact: true }).fill(text);
export const sees =
  (selector: string, nth = 0) =>
  ({ page }: OpenPage) =>
    page.locator(selector).nth(nth).waitFor();
/** The request details of an answer, by the command. */
export const showsExchange = (turn: string, exchange: PageExchange) => async (open: OpenPage) => {
  await open.say({ type: 'showExchange', turn });
  await open.reply('showExchange', exchange);
};
export const inTurn =
  (...acts: NonNullable<PageState['act']>[]) =>
  async (open: OpenPage) => {
    for (const act of acts) await act(open);
  };

/** Without `changes`, the host has said nothing yet. */
export function detailsState(
  name: string,
  changes?: Parameters<typeof details>[0],
  act?: PageState['act'],
): PageState {
  const messages = changes ? [{ type: 'state', state: details(changes) }] : [];
  return { name, page: 'details', messages, ...(act && { act }) };
}

export const question = own('u1', 'Where is my refund? '.repeat(12));

export const longName =
  'acme/a-very-long-adapter-name-that-nobody-would-choose-but-a-pipeline-does-2026-11-20-r64-lr2e-4';

export function snapshot(frameChanges: FrameChanges, ...turns: PageTurn[]): object {
  return shows(frame(frameChanges), turns);
}
