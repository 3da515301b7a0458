import type { PageTurn } from '../../src/protocol/chat.ts';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import type { OpenPage } from './openPage.ts';
import { details, type FrameChanges, frame, own, shows } from './samples.ts';

/** A state that a page can be in: the host's messages, and then the person's actions. */
export interface PageState {
  name: string;
  page: PageName;
  messages: object[];
  act?: (open: OpenPage) => Promise<void>;
}

export function chatState(name: string, messages: object[], act?: PageState['act']): PageState {
  return { name, page: 'chat', messages, ...(act && { act }) };
}

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
