import { trackLastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { type ChatCommands, chatCommands } from '../../../src/ui/chats/view/chatCommands.ts';
import { type ChatsView, createChatsView } from '../../../src/ui/chats/view/chatsView.ts';
import type { Chats } from './chats.ts';
import type { World } from './world.ts';

/** Makes the commands on kept chats, with the view on whose selection they work. */
export function useChatCommands(
  world: () => World,
  chats: () => Chats,
): () => ChatCommands & { view: ChatsView } {
  const disposables: { dispose(): void }[] = [];
  afterEach(() => {
    for (const one of disposables.splice(0)) one.dispose();
  });
  return () => {
    const { storage, panels } = chats();
    const view = createChatsView(storage.store, world().connections, () => storage.clear());
    const lastEditor = trackLastEditor();
    disposables.push(view, lastEditor);
    return Object.assign(chatCommands(world(), { ...storage, panels }, view, lastEditor), { view });
  };
}
