import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { DetailsState } from '../../../protocol/details.ts';
import type { Connections } from '../../connections/connections.ts';
import { clockTime } from '../../shared/text/time.ts';

/** Returns the kept chats with this model, newest first. */
export async function chatsWith(
  store: Pick<ChatStore, 'list'>,
  connections: Pick<Connections, 'byId'>,
  { connectionId, name }: ModelRef,
): Promise<DetailsState['chats']> {
  const chats = await store.list();
  return chats
    .filter((chat) => connections.byId(chat.connectionId)?.id === connectionId && chat.model === name)
    .map(({ id, title, updatedAt }) => ({ id, title, when: clockTime(updatedAt) }));
}
