import * as v from 'valibot';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { chosenRows } from '../../shared/ownRows.ts';
import { parsed } from '../../shared/parsed.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import type { ChatsView } from './chatsView.ts';

const chatArgument = v.object({ chatId: v.pipe(v.string(), v.uuid()) });

/** Returns the chat id from a row; `undefined` for anything else. */
export function chatFrom(argument: unknown): string | undefined {
  return parsed(chatArgument, argument)?.chatId;
}

/** Returns the chats a command acts on: see `chosenRows`; if it was not called on a row, the chat in the active tab. */
export function chosenIds(
  argument: unknown,
  selection: unknown,
  { panels, view }: { panels: Pick<ChatPanels, 'active'>; view: Pick<ChatsView, 'selection'> },
): string[] {
  const rows = chosenRows(argument, selection, view.selection, chatFrom);
  return rows ?? [panels.active?.conversation.id].filter((id) => id !== undefined);
}

/** Returns a chat as in its tab or, if it isn't open, as kept; `undefined` if it can't be read. */
export async function chosenChat(
  id: string,
  { panels, store }: { panels: ChatPanels; store: ChatStore },
): Promise<Pick<ChatSession, 'conversation' | 'readOnly'> | undefined> {
  const session = panels.session(id);
  if (session) return session;
  const kept = await store.look(id);
  return kept && { conversation: kept.conversation, readOnly: kept.readOnly ? 'newer' : undefined };
}
