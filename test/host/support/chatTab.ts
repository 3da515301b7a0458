import path from 'node:path';
import { newConversation } from '../../../src/core/chats/columns/columnSet.ts';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { ChatSession } from '../../../src/core/chats/session/chatSession.ts';
import { ColumnPaths } from '../../../src/core/chats/tree/columnPaths.ts';
import type { Answer, Conversation } from '../../../src/core/chats/tree/conversation.ts';
import type { ChatFrame } from '../../../src/protocol/chat.ts';
import type { ChatToHost } from '../../../src/protocol/chatToHost.ts';
import { type ChatPanel, chatPanel } from '../../../src/ui/chats/tab/chatPanel.ts';
import { pageOptions } from '../../../src/ui/shared/pageHtml.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { developedExtension } from './extension.ts';
import { perTest } from './perTest.ts';
import { type RecordedPanel, recordedPanel, useRecordedPanel } from './recordedPanel.ts';
import { ShownPage } from './shownPage.ts';
import { type TabServices, tabServices } from './tabServices.ts';
import { nextEvent, until } from './waiting.ts';
import { load, type World } from './world.ts';

/** A chat with one to four columns in a tab of its own. What its page would say, the test says. */
export class ChatTab {
  readonly recorded: RecordedPanel;
  readonly session: ChatSession;
  readonly panel: ChatPanel;
  readonly store: ChatStore;
  readonly own: TabServices;
  readonly documents = new ReadOnlyDocuments();
  /** Chats that were opened in further tabs. */
  readonly opened: Conversation[] = [];
  /** How often the chat was continued as a new one. */
  forks = 0;

  /** `said`: what its conversation holds already. */
  constructor(
    world: World,
    [first, ...others]: readonly [string, ...string[]] = ['support-tone-v7'],
    said: Partial<Conversation> = {},
    panel = recordedPanel(pageOptions(developedExtension().extensionUri)),
  ) {
    const { folder, log, connection } = world;
    const model = (name: string) => ({ connectionId: connection.id, name });
    this.store = new ChatStore(path.join(folder, 'chats'), log);
    const tabs = {
      forkChat: async () => void this.forks++,
      openNew: async (chat: Conversation) => void this.opened.push(chat),
    };
    this.own = tabServices(world, tabs, this.documents);
    const conversation = { ...newConversation([model(first), ...others.map(model)], {}), ...said };
    this.session = new ChatSession(conversation, this.store, this.own.service, log);
    this.recorded = panel;
    this.panel = chatPanel(this.recorded.panel, this.session, this.own);
    // As `chatPanels` does.
    this.recorded.panel.onDidDispose(() => void this.session.close(this.panel.unsent()));
  }

  /** What its page shows. */
  get page(): ShownPage {
    return new ShownPage(this.recorded.posted);
  }

  /** The last state that its page got. */
  get frame(): ChatFrame {
    return this.page.frame;
  }

  get isBusy(): boolean {
    return this.session.isBusy;
  }

  /** The answers that a column shows, by the name of its model. */
  answers(name: string): Answer[] {
    const { conversation } = this.session;
    const column = conversation.columns.find((one) => one.name === name);
    if (!column) throw new Error(`No column is called ${name}.`);
    const path = new ColumnPaths(conversation).path(column);
    return path.flatMap(({ answer }) => (answer?.column === column.id ? answer : []));
  }

  /** Id of a column, by the name of its model. */
  columnId(name: string): string {
    return this.session.conversation.columns.find((one) => one.name === name)?.id ?? '';
  }

  /** Says what the page would, and waits until nothing streams any more. */
  async ask(message: ChatToHost): Promise<void> {
    this.recorded.say(message);
    await until(this.session.onDidChange, 'an answer streams', () => this.isBusy);
    await until(this.session.onDidChange, 'all answers end', () => !this.isBusy);
  }

  /** Sends a message of the person's and waits for all answers. */
  send(text: string): Promise<void> {
    return this.ask({ type: 'send', text });
  }

  /** Says what the page would, and waits for what the page then shows. */
  async change(message: ChatToHost, isTrue: (frame: ChatFrame, page: ShownPage) => boolean): Promise<void> {
    this.recorded.say(message);
    await this.shows(`what follows ${message.type}`, isTrue);
  }

  /** Says what the page would, one message after the other, and waits until the page was told what is so then. */
  async tell(...messages: ChatToHost[]): Promise<void> {
    for (const message of messages) {
      const told = nextEvent(
        this.recorded.onDidPost,
        `an answer to ${message.type}`,
        ({ type }) => type === 'frame',
      );
      this.recorded.say(message);
      await told;
    }
  }

  shows(what: string, isTrue: (frame: ChatFrame, page: ShownPage) => boolean): Promise<void> {
    return until(this.recorded.onDidPost, what, () => isTrue(this.frame, this.page));
  }

  /** The end of the next answer. */
  ended(): Promise<unknown> {
    return nextEvent(this.session.onDidChange, 'the answer ends', ({ type }) => type === 'ended');
  }

  dispose(): void {
    this.recorded.panel.dispose();
    this.own.dispose();
    this.documents.dispose();
  }
}

/** A chat tab with these models, or one, for each test of the suite; its page has loaded. */
export function useChatTab(
  world: () => World,
  models?: readonly [string, ...string[]],
  hasPage = false,
): () => ChatTab {
  const newPanel = useRecordedPanel(hasPage);
  return perTest(
    async () => {
      await load(world());
      const tab = new ChatTab(world(), models, {}, newPanel());
      if (hasPage) await nextEvent(tab.recorded.onDidReceive, 'the page is ready', isReady);
      else tab.recorded.say({ type: 'ready' });
      return tab;
    },
    (tab) => tab.dispose(),
  );
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
