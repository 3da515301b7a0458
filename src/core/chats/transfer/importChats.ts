import { randomUUID } from 'node:crypto';
import type { Connection } from '../../connections/connection.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { ChatOwnership } from '../session/chatOwnership.ts';
import type { Conversation } from '../tree/conversation.ts';
import { type NamedChat, withConnections } from './chatJson.ts';

/**
 * Writes imported chats and returns their ids. A chat that exists already is not touched: the imported one gets a new id. A
 * connection whose id is unknown on this machine is looked up by name. Imported votes don't count. If one chat can't be written,
 * all are deleted again: a second try would import the others twice.
 */
export async function importChats(
  { store, ownership }: { store: ChatStore; ownership: ChatOwnership },
  chats: readonly NamedChat[],
  connections: readonly Pick<Connection, 'id' | 'name'>[],
): Promise<string[]> {
  const ids: string[] = [];
  // Writes as owner of the chat, since another window may be importing the same file.
  const write = (chat: Conversation) =>
    ownership.asOwner(chat.id, async () => {
      const [stamp] = await store.stamps([chat.id]);
      if (stamp) return 'there';
      ids.push(chat.id);
      await store.append(chat.id, recordsOf(chat));
      return 'written';
    });
  try {
    for (const { conversation, connectionNames } of chats) {
      const here = (id: string) =>
        connections.find((one) => one.id === id) ??
        connections.find(({ name }) => name === connectionNames.get(id));
      const votes = conversation.votes.map((vote) => ({ ...vote, isImported: true }));
      const chat = withConnections({ ...conversation, votes }, (id) => here(id)?.id ?? id);
      if ((await write(chat)) !== 'written') await write({ ...chat, id: randomUUID() });
    }
  } catch (error) {
    await Promise.allSettled(ids.map((id) => ownership.asOwner(id, () => store.delete(id))));
    throw error;
  }
  return ids;
}
