import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Emitter } from '../../src/base/emitter.ts';
import type { ChatSummary } from '../../src/core/chats/disk/chatSummary.ts';
import { chatItem } from '../../src/ui/chats/view/chatNodes.ts';
import { createChatsView } from '../../src/ui/chats/view/chatsView.ts';
import { liveExtension } from './support/extension.ts';
import { HandledView } from './support/handledView.ts';
import { nextEvent } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The Chats view', () => {
  const world = useWorld();

  it('is drawn again only if it looks different, since VS Code forgets the row of an open menu meanwhile', async () => {
    await liveExtension();
    await vscode.commands.executeCommand('hostedModels.chats.focus');
    const changes = new Emitter<string>();
    const looked = new Emitter<void>();
    /** How many lists for rows are yet to come; the view looks at any other to see if it has to draw. */
    let forRows = 0;
    const { id } = world().connection;
    const updatedAt = Date.parse('2026-11-01T10:00:00Z');
    let chat: ChatSummary = {
      id: randomUUID(),
      title: 'Refunds',
      models: [{ connectionId: id, name: 'support-tone-v7' }],
      updatedAt,
      pinned: false,
    };
    const list = async () => {
      if (forRows > 0) forRows -= 1;
      else looked.fire();
      return [chat];
    };
    const visible = nextEvent(looked.event, 'VS Code shows the view');
    const view = createChatsView({ list, onDidChange: changes.event }, world().connections, async () => {
      forRows += 1;
    });
    let draws = 0;
    view.onDidChangeTreeData(() => (draws += 1));
    await view.getChildren();
    await visible;
    // As an answer that streams does, again and again.
    chat = { ...chat, updatedAt: updatedAt + 1 };
    const unchanged = nextEvent(looked.event, 'the chats are listed');
    changes.fire(chat.id);
    await unchanged;
    chat = { ...chat, title: 'Angry mails' };
    const drawn = nextEvent(view.onDidChangeTreeData, 'the view is drawn');
    changes.fire(chat.id);
    await drawn;
    assert.equal(draws, 1);
    // A row that has left meanwhile takes no focus, and a deletion that wanted it goes on.
    forRows = 2;
    const gone = randomUUID();
    await view.focus({ type: 'chat', chatId: gone, summary: { ...chat, id: gone } });
    view.dispose();
  });

  it('is not drawn once more until VS Code has asked for the rows, since it would drop the row that is to get the focus', async () => {
    const changes = new Emitter<string>();
    let chats: ChatSummary[] = [];
    const store = { list: async () => chats, onDidChange: changes.event };
    const view = new HandledView().holding(() =>
      createChatsView(store, world().connections, async () => undefined),
    );
    let draws = 0;
    view.onDidChangeTreeData(() => (draws += 1));
    const change = (title: string) => {
      chats = [{ id: randomUUID(), title, models: [], updatedAt: 0, pinned: false }];
      changes.fire('');
    };
    await view.getChildren();
    view.refresh();
    change('Refunds');
    // The view waits as long before it looks, and began to earlier.
    await setTimeout(200);
    await setImmediate();
    assert.equal(draws, 1);
    await view.getChildren();
    const drawn = nextEvent(view.onDidChangeTreeData, 'the view is drawn');
    change('Angry mails');
    await drawn;
    assert.equal(draws, 2);
    view.dispose();
  });

  it('knows which row gets the focus once chats are gone: the next, else the one before, else a group', async () => {
    const now = Date.now();
    const chats = ['pinned', 'a', 'b', 'c', 'old'].map((title, index): ChatSummary => {
      const updatedAt = title === 'old' ? 0 : now - index;
      return { id: randomUUID(), title, models: [], updatedAt, pinned: title === 'pinned' };
    });
    const { event: onDidChange } = new Emitter<string>();
    const store = { list: async () => chats, onDidChange };
    const view = createChatsView(store, world().connections, async () => undefined);
    await view.getChildren();
    const next = (...titles: string[]) => {
      const row = view.rowAfter(chats.filter(({ title }) => titles.includes(title)).map(({ id }) => id));
      return row?.type === 'chat' ? row.summary.title : row?.id;
    };
    assert.deepEqual([next('a'), next('a', 'b'), next('b', 'c'), next('a', 'c')], ['b', 'c', 'a', 'b']);
    assert.deepEqual([next('pinned'), next('a', 'b', 'c'), next('old')], ['today', 'older', 'today']);
    assert.deepEqual([next('a', 'b', 'c', 'old'), next()], ['pinned', undefined]);
    view.dispose();
  });

  it('selects the chat in the active tab once it has a row, without the focus, and while it is in sight', async () => {
    const changes = new Emitter<string>();
    const chat = (title: string): ChatSummary => ({ id: randomUUID(), title, models: [], updatedAt: 0 });
    const [a, b] = [chat('a'), chat('b')];
    let chats = [a];
    const handled = new HandledView(false);
    const view = handled.holding(() =>
      createChatsView(
        { list: async () => chats, onDidChange: changes.event },
        world().connections,
        async () => undefined,
      ),
    );
    const selected = () =>
      handled.revealed.splice(0).map(({ node, options }) => {
        assert.deepEqual(options, { select: true, focus: false });
        return (node as { summary: ChatSummary }).summary.title;
      });
    view.setActive(a.id, true);
    await view.getChildren();
    assert.deepEqual(selected(), []);
    handled.show(true);
    assert.deepEqual(selected(), ['a']);
    // Its own tab says so after the other's.
    view.setActive(b.id, true);
    view.setActive(a.id, false);
    assert.deepEqual(selected(), []);
    chats = [a, b];
    await view.getChildren();
    assert.deepEqual(selected(), ['b']);
    // An answer that streams takes nobody's own selection away.
    await view.getChildren();
    assert.deepEqual(selected(), []);
    view.dispose();
  });

  it('shows title, model and time in what a narrow view has, and tells forks and versions apart', () => {
    const at = new Date();
    at.setHours(10, 42);
    const row = (title: string, name: string, part: Partial<ChatSummary> = {}) => {
      const summary = {
        id: '1',
        title,
        models: [{ connectionId: 'x', name }],
        updatedAt: at.getTime(),
        ...part,
      };
      const { label, description, accessibilityInformation } = chatItem(
        { type: 'chat', chatId: '1', summary },
        () => 'Acme',
      );
      return [label, description, accessibilityInformation?.label].map((text) =>
        String(text).replace(/\s/gu, ' '),
      );
    };
    const title = 'Write a commit message for: fix off by one';
    assert.deepEqual(row(`Fork 2: ${title}`, 'acme/support-tone-v7'), [
      'Fork 2: Write a commit mess…',
      'suppo…e-v7 · 10:42 AM',
      `Fork 2: ${title}, acme/support-tone-v7 · 10:42 AM`,
    ]);
    assert.equal(
      row('a', 'llama-3-8b', { updatedAt: at.getTime() - 86_400_000 })[1],
      'llama-3-8b · 10:42 AM',
    );
    assert.match(
      row('a', 'llama-3-8b', { updatedAt: at.getTime() - 86_400_000, pinned: true })[1] ?? '',
      /yesterday/u,
    );
    assert.deepEqual(row(title, 'x', { models: [], isHidden: true }).slice(0, 2), [
      'Write a commit message for:…',
      'Blind comparison · 10:42 AM',
    ]);
  });

  it('says above the rows what was deleted last, until it is undone or its time is over', async () => {
    const { event: onDidChange } = new Emitter<string>();
    const store = { list: async () => [], onDidChange };
    const open = (undoMs?: number) =>
      createChatsView(store, world().connections, async () => undefined, undoMs);
    const undo = async () => undefined;
    const view = open();
    view.deletions.add({ text: 'Deleted “A”.', undo });
    view.deletions.add({ text: 'Deleted 2 chats.', undo });
    assert.equal(view.message, 'Deleted 2 chats.');
    await view.deletions.undo();
    assert.equal(view.message, 'Deleted “A”.');
    await view.deletions.undo();
    assert.equal(view.message, '');
    view.dispose();
    const brief = open(1);
    brief.deletions.add({ text: 'Deleted “A”.', undo });
    await nextEvent(brief.deletions.onDidChange, 'the offer ends');
    assert.deepEqual([brief.message, brief.deletions.text], ['', undefined]);
    brief.dispose();
  });
});
