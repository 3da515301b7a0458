import * as v from 'valibot';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import type { ChatsView } from './chatsView.ts';

const chatArgument = v.object({ chatId: v.pipe(v.string(), v.uuid()) });

/** What the key bindings of the Chats view pass: the focus is there, whatever tab is active. */
const fromView = v.object({ from: v.literal('view') });

export interface ChosenChat {
  conversation: Conversation;
  /** Where its tab is open. */
  session?: ChatSession;
  /** Why nothing can be written to it: its format is newer, or its tab here may only read it. */
  readOnly: boolean;
}

/** The chat that a row stands for; `undefined` for anything else. */
export function chatFrom(argument: unknown): string | undefined {
  const read = v.safeParse(chatArgument, argument);
  return read.success ? read.output.chatId : undefined;
}

/**
 * The chats that a command is about: all selected rows where the clicked one is among them, the clicked row, for a key
 * binding of the view what is selected there, else the chat in the active tab.
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

/** `undefined` where it can't be read. */
export async function chosenChat(
  id: string,
  { panels, store }: { panels: ChatPanels; store: ChatStore },
): Promise<ChosenChat | undefined> {
  const session = panels.session(id);
  if (!session) return store.look(id);
  return { conversation: session.conversation, session, readOnly: session.readOnly !== undefined };
}
