import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ChatSession } from '../../src/core/chatSession.ts';
import { ChatStore } from '../../src/core/chatStore.ts';
import { ChatPanel } from '../../src/ui/chat/chatPanel.ts';
import { chatParts } from '../../src/ui/chat/chatParts.ts';
import { ConnectionChatService } from '../../src/ui/chat/chatService.ts';
import { LastEditor } from '../../src/ui/chat/lastEditor.ts';
import { pageOptions } from '../../src/ui/pages/pageHtml.ts';
import { PresetsFile } from '../../src/ui/presets/presetsFile.ts';
import { developedExtension, liveExtension, userDataFolder } from './support/extension.ts';
import { type RecordedPanel, recordedPanel } from './support/recordedPanel.ts';
import { nextEvent, until, within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const chatTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('hostedModels.chat'),
    );

const chatFiles = (): string[] =>
  globSync('**/globalStorage/hosted-models.hosted-models/chats/*.jsonl', { cwd: userDataFolder() });

describe('Chat on a model', () => {
  const open = async (name: string, shownName = name): Promise<void> => {
    const { service } = await liveExtension();
    service.clearRequests();
    await vscode.commands.executeCommand('hostedModels.chat', {
      connectionId: 'environment',
      kind: 'lora',
      name,
    });
    await until(vscode.window.tabGroups.onDidChangeTabs, `a tab for ${name}`, () =>
      chatTabs().some((tab) => tab.label.includes(shownName)),
    );
  };

  afterEach(async () => {
    await vscode.window.tabGroups.close(chatTabs());
  });

  it('opens a tab of its own each time, and each has a file in global storage', async () => {
    await open('support-tone-v7');
    await open('acme/legal/nda-review');
    assert.equal(chatTabs().length, 2);
    assert.equal(chatFiles().length, 2);
    for (const file of chatFiles()) {
      const [line = ''] = (await readFile(path.join(userDataFolder(), file), 'utf8')).split('\n');
      const meta: unknown = JSON.parse(line);
      assert.ok(typeof meta === 'object' && meta !== null && 'v' in meta && 'model' in meta);
      assert.equal(meta.v, 1);
      assert.ok(['support-tone-v7', 'acme/legal/nda-review'].includes(String(meta.model)));
    }
  });

  // Fails until ChatPanel.#showTab cleans the model's name, as the title of a details tab is cleaned.
  it('has a clean, short title whatever the model’s name', async () => {
    await open('evil\u202etxt', 'eviltxt');
    assert.deepEqual(
      chatTabs().map(({ label }) => label),
      ['Chat: eviltxt'],
    );
  });

  it('sends nothing by itself', async () => {
    await open('support-tone-v7');
    const { service } = await liveExtension();
    assert.deepEqual(
      service.requests.filter(({ method }) => method === 'POST'),
      [],
    );
  });

  it('asks for the model when it is called without one', async () => {
    await liveExtension();
    const before = chatTabs().length;
    let isOver = false;
    const running = Promise.resolve(vscode.commands.executeCommand('hostedModels.newChat')).finally(() => {
      isOver = true;
    });
    while (!isOver) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await running;
    assert.equal(chatTabs().length, before);
  });
});

describe('a chat’s tab', () => {
  const world = useWorld();
  let presets: PresetsFile;
  let recorded: RecordedPanel;
  let session: ChatSession;
  let store: ChatStore;
  let lastEditor: LastEditor;

  beforeEach(async () => {
    const { connections, catalogs, clients, pending, folder, log, connection } = world();
    await load(world());
    store = new ChatStore(path.join(folder, 'chats'), log);
    const now = Date.now();
    const conversation = {
      id: crypto.randomUUID(),
      title: '',
      connectionId: connection.id,
      model: 'support-tone-v7',
      settings: {},
      turns: new Map(),
      leaf: undefined,
      createdAt: now,
      updatedAt: now,
    };
    session = new ChatSession(conversation, store, new ConnectionChatService(connections, clients), log);
    const { extensionUri } = developedExtension();
    recorded = recordedPanel(pageOptions(extensionUri));
    const ready = nextEvent(recorded.onDidReceive, 'the page is ready', isReady);
    lastEditor = new LastEditor();
    presets = new PresetsFile(vscode.Uri.file(folder));
    const documents = { open: async () => undefined };
    const sources = { extensionUri, connections, catalogs, pending, lastEditor, presets, documents, log };
    new ChatPanel(
      recorded.panel,
      session,
      chatParts(sources, async () => undefined),
    );
    await ready;
  });
  afterEach(() => {
    recorded.panel.dispose();
    lastEditor.dispose();
    presets.dispose();
  });

  const ended = () => nextEvent(session.onDidChange, 'the answer ends', ({ type }) => type === 'ended');

  it('gives its page everything at once, then what changes, numbered without a gap', async () => {
    assert.equal(recorded.posted.find(({ type }) => type === 'snapshot')?.type, 'snapshot');
    const done = ended();
    recorded.say({ type: 'send', text: 'Rewrite this reply' });
    await done;
    const { posted } = recorded;
    const [first] = posted;
    assert.ok(first);
    assert.deepEqual(
      posted.map(({ seq }) => seq),
      posted.map((_message, index) => first.seq + index),
    );
    assert.ok(posted.some((message) => message.type === 'accepted' && message.text === 'Rewrite this reply'));
    const answer = [...session.conversation.turns.values()].find(({ role }) => role === 'assistant');
    const streamed = posted.flatMap((message) => (message.type === 'append' ? [message.text] : [])).join('');
    assert.ok(answer && streamed.length > 0 && answer.text.startsWith(streamed.slice(0, 20)));
    const last = posted.findLast((message) => message.type === 'turn');
    assert.ok(last?.type === 'turn' && last.turn.text === answer.text && last.turn.id === answer.id);
  });

  it('says while it waits why and how long, says it no more when it goes on, and is stopped at once', async () => {
    const { service } = world();
    const statuses = () =>
      recorded.posted.flatMap((message) =>
        'frame' in message && typeof message.frame === 'object' ? [message.frame.status] : [],
      );
    const waits = (text: string) => until(recorded.onDidPost, text, () => statuses().at(-1) === text);
    const fault = { kind: 'status', status: 503, on: 'POST /api/v1/chat/completions' } as const;
    service.fail({ ...fault, headers: { 'retry-after-ms': '30' }, times: 1 });
    const answered = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await answered;
    const seen = statuses();
    const wait = seen.indexOf('Busy, trying again in 1 s');
    assert.ok(wait >= 0 && seen.lastIndexOf('support-tone-v7 is answering') > wait);
    service.fail({ ...fault, headers: { 'retry-after': '8' } });
    const before = service.requests.length;
    recorded.say({ type: 'send', text: 'Again' });
    await waits('Busy, trying again in 8 s');
    const stopped = ended();
    recorded.say({ type: 'stop' });
    await stopped;
    await waits('Stopped');
    assert.equal(service.requests.length, before + 1);
  });

  it('gives a page that comes back the whole conversation', async () => {
    const done = ended();
    recorded.say({ type: 'send', text: 'Hello' });
    await done;
    recorded.say({ type: 'ready' });
    const snapshot = recorded.posted.at(-1);
    assert.ok(snapshot?.type === 'snapshot');
    assert.deepEqual(
      snapshot.turns.map(({ role }) => role),
      ['user', 'assistant'],
    );
    assert.equal(snapshot.frame.model.description, 'LoRA on llama-3-8b, by Ada Example');
  });

  it('ends the request as soon as it is closed', async () => {
    const { service } = world();
    service.fail({ kind: 'stall', on: 'POST /api/v1/chat/completions', after: 3 });
    const request = service.nextRequest(({ method }) => method === 'POST');
    recorded.say({ type: 'send', text: 'Hello' });
    const { closed } = await within(request, 'the request');
    recorded.panel.dispose();
    assert.equal((await within(closed, 'it is closed')).complete, false);
  });

  it('does nothing for what its page can’t say', async () => {
    const before = recorded.posted.length;
    for (const message of [{ type: 'deleteLora' }, { type: 'send' }, 'ready', null]) {
      Reflect.apply(recorded.say, undefined, [message]);
    }
    recorded.say({ type: 'stop' });
    assert.deepEqual(recorded.posted.slice(before), []);
    assert.equal(session.conversation.turns.size, 0);
  });
});

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
