import * as v from 'valibot';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { parsed } from '../../shared/parsed.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import type { ChatsView } from './chatsView.ts';

const chatArgument = v.object({ chatId: v.pipe(v.string(), v.uuid()) });

/** Argument of the Chats view's key bindings: the view has the focus, whatever tab is active. */
const fromView = v.object({ from: v.literal('view') });

/** A chat as its tab has it, or as it is kept. */
export type ChosenChat = Pick<ChatSession, 'conversation' | 'readOnly'>;

/** Returns the chat id from a row; `undefined` for anything else. */
export function chatFrom(argument: unknown): string | undefined {
  return parsed(chatArgument, argument)?.chatId;
}

/**
 * Returns the chats a command acts on: all selected rows if the clicked row is among them, else the clicked row; for the view's
 * key bindings, its selection; otherwise the chat in the active tab.
 */
export function chosenIds(
  argument: unknown,
  selection: unknown,
  { panels, view }: { panels: ChatPanels; view: ChatsView },
): string[] {
  if (v.is(fromView, argument)) return view.selected;
  const clicked = chatFrom(argument);
  const rows = Array.isArray(selection) ? selection.flatMap((row) => chatFrom(row) ?? []) : [];
  if (clicked !== undefined) return rows.includes(clicked) ? rows : [clicked];
  const active = panels.active?.conversation.id;
  return active === undefined ? [] : [active];
}

/** `undefined` if it can't be read. */
export async function chosenChat(
  id: string,
  { panels, store }: { panels: ChatPanels; store: ChatStore },
): Promise<ChosenChat | undefined> {
  const session = panels.session(id);
  if (session) return session;
  const kept = await store.look(id);
  return kept && { conversation: kept.conversation, readOnly: kept.readOnly ? 'newer' : undefined };
}
