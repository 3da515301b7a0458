import type { ChatToPage } from '../../../src/protocol/chat.ts';
import { type ChatTab, useChatTab } from './chatTab.ts';
import type { World } from './world.ts';

/** A blind comparison of these models for each test of the suite; its page knows no more than that. */
export function useBlindTab(world: () => World, models: readonly [string, ...string[]]): () => ChatTab {
  const tab = useChatTab(world, models);
  beforeEach(async () => {
    // How a model writes could tell, too.
    world().service.fail({ kind: 'answer', text: 'Dear customer', on: 'POST /api/v1/chat/completions' });
    await tab().change({ type: 'blind', isOn: true }, ({ isBlind }) => isBlind);
    tab().recorded.posted.length = 0;
    tab().recorded.say({ type: 'ready' });
  });
  return tab;
}

/** What of this would tell which model answers as which letter. */
export function tellsIn(tab: ChatTab, world: World, messages: readonly ChatToPage[] | object): string[] {
  const { connection, service } = world;
  const text = JSON.stringify(messages);
  const { columns } = tab.session.conversation;
  const telling = [
    ...columns.flatMap(({ id, name }) => [id, name]),
    connection.id,
    connection.name,
    new URL(service.url).host,
    ...['llama', 'ttftMs', 'completionTokens', 'tokensPerSecond', 'hubRevision', 'baseModelName', '"stop"'],
  ];
  return telling.filter((one) => text.includes(one));
}
