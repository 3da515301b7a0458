import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { isSameModel } from '../../../core/models/recentModels.ts';
import type { DetailsState } from '../../../protocol/details.ts';
import { clockTime } from '../../shared/text/time.ts';

/** Returns the kept chats with this model, newest first, unless it is hidden which models they have. */
export async function chatsWith(
  store: Pick<ChatStore, 'list'>,
  ref: ModelRef,
): Promise<DetailsState['chats']> {
  const chats = await store.list();
  return chats
    .filter((chat) => chat.models.some((model) => isSameModel(model, ref)))
    .map(({ id, title, updatedAt }) => ({ id, title, when: clockTime(updatedAt) }));
}
