import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { DetailsState } from '../../../protocol/details.ts';
import type { Connections } from '../../connections/connections.ts';
import { clockTime } from '../../shared/text/time.ts';

/** Returns the kept chats with this model, newest first, unless it is hidden which models they have. */
export async function chatsWith(
  store: Pick<ChatStore, 'list'>,
  connections: Pick<Connections, 'byId'>,
  { connectionId, name }: ModelRef,
): Promise<DetailsState['chats']> {
  const chats = await store.list();
  const isMeant = (model: { connectionId: string; name: string }) =>
    connections.byId(model.connectionId)?.id === connectionId && model.name === name;
  return chats
    .filter((chat) => chat.models.some(isMeant))
    .map(({ id, title, updatedAt }) => ({ id, title, when: clockTime(updatedAt) }));
}
