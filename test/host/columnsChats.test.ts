import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatSummary } from '../../src/core/chats/disk/chatSummary.ts';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import { searchChats } from '../../src/ui/chats/transfer/searchChats.ts';
import { chatItem } from '../../src/ui/chats/view/chatNodes.ts';
import { modelChats } from '../../src/ui/chats/view/modelChats.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { alone, column, newAnswer, newQuestion } from '../unit/core/fixtures.ts';
import { useChatCommands } from './support/chatCommands.ts';
import { useChats } from './support/chats.ts';
import { overlay } from './support/overlay.ts';
import { usePerson } from './support/person.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { useStandIns } from './support/standIns.ts';
import { within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The kept comparisons', () => {
  const world = useWorld();
  const person = usePerson();
  useRecordedPanels();
  const chats = useChats(world);
  const newCommands = useChatCommands(world, chats);
  const replace = useStandIns(vscode.window);

  /** Keeps a chat of two models in which a question was asked; `blind`: of it. */
  async function keep(blind?: 'hidden' | 'revealed', title = 'Refunds'): Promise<string> {
    const id = randomUUID();
    const connectionId = world().connection.id;
    const own = (name: string, at: number) => column(name, { id: `c${at}`, connectionId, last: `a${at}` });
    const columns = [own('base', 0), own('tone', 1)] as const;
    const answers = columns.map(({ id: columnId, name, last = '' }) => ({
      ...newAnswer(last, 'u1', `Needle of ${columnId}`),
      connectionId,
      name,
      column: columnId,
    }));
    const hidden = { blind: { order: ['c1', 'c0'], ...(blind === 'revealed' && { isRevealed: true }) } };
    const question = blind ? { ...alone('u1'), ...hidden } : newQuestion('u1');
    const turns = [question, ...answers].map((turn) => ({
      ...turn,
      at: Date.now(),
    }));
    const conversation = chatOf(turns, undefined, { id, title, columns, updatedAt: Date.now() });
    await chats().storage.store.append(id, recordsOf(conversation));
    return id;
  }

  async function rowOf(chat: string): Promise<vscode.TreeItem> {
    const summary = (await chats().storage.store.list()).find(({ id }) => id === chat) as ChatSummary;
    return chatItem({ type: 'chat', chatId: chat, summary }, (id) => world().connections.named(id).name);
  }

  it('are listed with their models in the order of the columns, in the tooltip with their connections', async () => {
    const { description, tooltip } = await rowOf(await keep('revealed'));
    assert.match(String(description), /^base, tone · \d/u);
    const { name } = world().connection;
    assert.deepEqual(String(tooltip).split('\n').slice(0, 3), [
      'Refunds',
      `base · ${name}`,
      `tone · ${name}`,
    ]);
  });

  it('show no model anywhere in their row while they are hidden', async () => {
    const item = await rowOf(await keep('hidden'));
    assert.match(String(item.description), /^Blind comparison · \d/u);
    assert.deepEqual(String(item.tooltip).split('\n').slice(0, 2), ['Refunds', 'Blind comparison']);
    assert.doesNotMatch(JSON.stringify(item), /base|tone/u);
  });

  it('are chats with each of their models, unless those are hidden', async () => {
    const [open] = [await keep(), await keep('hidden')];
    const { connection } = world();
    const found = async (name: string) => {
      const ref = { connectionId: connection.id, kind: 'lora', name } as const;
      return modelChats(chats().storage.store, ref);
    };
    for (const name of ['base', 'tone']) {
      assert.deepEqual(
        (await found(name)).map(({ id }) => id),
        [open],
      );
    }
    assert.deepEqual(await found('other'), []);
  });

  it('are deleted under the names of their models if they have no title, and under none that is hidden', async () => {
    const [open, hidden] = [await keep(undefined, ''), await keep('hidden', '')];
    const commands = newCommands();
    await commands.delete({ chatId: open });
    assert.equal(commands.view.message, 'Deleted “base, tone”.');
    await commands.delete({ chatId: hidden });
    assert.equal(commands.view.message, 'Deleted “Blind comparison”.');
    const shown = await keep('hidden', '');
    await chats().panels.open(shown);
    await commands.delete({ chatId: shown });
    assert.equal(commands.view.message, 'Deleted “Blind comparison”.');
    assert.deepEqual(await chats().storage.store.list(), []);
  });

  /** What *Search Chats…* shows for this text. */
  async function searched(text: string): Promise<readonly vscode.QuickPickItem[]> {
    const { search } = chats().storage;
    const { createQuickPick } = vscode.window;
    const shown = Promise.withResolvers<readonly vscode.QuickPickItem[]>();
    const pick = createQuickPick();
    const watched = overlay(pick, {}, (name) => {
      if (name === 'items') shown.resolve(pick.items);
    });
    Object.assign(vscode.window, { createQuickPick: () => watched });
    try {
      const searching = { searchChats: () => search.searchChats(text), prepare: async () => undefined };
      const chosen = searchChats(searching);
      const items = await within(shown.promise, 'the hits');
      pick.hide();
      assert.equal(await within(chosen, 'the end of the search'), undefined);
      return items;
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  }

  it('are found by what any column said, with its model unless that is hidden', async () => {
    const open = await keep();
    const [item] = await searched('needle c1');
    assert.match(String(item?.description), /^base, tone · /u);
    assert.equal(item?.detail, 'tone: Needle of c1');
    await chats().storage.store.delete(open);
    await keep('hidden');
    const [hidden] = await searched('needle c1');
    assert.match(String(hidden?.description), /^Blind comparison · /u);
    assert.equal(hidden?.detail, 'Answer: Needle of c1');
    assert.doesNotMatch(JSON.stringify(hidden), /base|tone/u);
  });

  it('are forked at no answer while those are hidden, which a message says', async () => {
    const chatId = await keep('hidden');
    await chats().panels.open(chatId);
    const seen = person({});
    await chats().turns.fork({ chat: chatId, turn: 'a0' });
    assert.deepEqual(seen.messages, ['A question is blind. Vote on it or clear Blind first.']);
    assert.equal((await chats().storage.store.list()).length, 1);
  });

  it('can be renamed while those are hidden, and stay blind after it', async () => {
    const chatId = await keep('hidden');
    replace({ showInputBox: async () => 'New name' });
    await newCommands().rename({ chatId });
    const { label, description } = await rowOf(chatId);
    assert.equal(label, 'New name');
    assert.match(String(description), /^Blind comparison · /u);
  });
});
