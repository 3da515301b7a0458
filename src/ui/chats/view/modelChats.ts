import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import { isSameModel, type ModelRef } from '../../../core/models/modelKey.ts';
import type { DetailsState } from '../../../protocol/details.ts';
import { clockTime } from '../../shared/text/time.ts';

/** Returns a model's chats, newest first, without those whose models are hidden. */
export async function modelChats(
  store: Pick<ChatStore, 'list'>,
  ref: ModelRef,
): Promise<DetailsState['chats']> {
  const chats = await store.list();
  const own = chats.filter(({ models }) => models.some((model) => isSameModel(model, ref)));
  return own.map(({ id, title, updatedAt }) => ({ id, title, when: clockTime(updatedAt) }));
}
