import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatSummary } from '../../src/core/chats/disk/chatSummary.ts';
import { Emitter } from '../../src/core/emitter.ts';
import { ChatsView } from '../../src/ui/chats/view/chatsView.ts';
import { liveExtension } from './support/extension.ts';
import { nextEvent } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The Chats view', () => {
  const world = useWorld();

  it('is drawn again only if it looks different, since VS Code forgets the row of an open menu meanwhile', async () => {
    await liveExtension();
    await vscode.commands.executeCommand('hostedModels.chats.focus');
    const changes = new Emitter<string>();
    const listed = new Emitter<void>();
    const { id } = world().connection;
    const updatedAt = Date.parse('2026-11-01T10:00:00Z');
    let chat: ChatSummary = {
      id: randomUUID(),
      title: 'Refunds',
      model: 'support-tone-v7',
      connectionId: id,
      updatedAt,
      pinned: false,
    };
    const list = async () => {
      listed.fire();
      return [chat];
    };
    const view = new ChatsView(
      { list, onDidChange: changes.event },
      world().connections,
      async () => undefined,
    );
    let draws = 0;
    view.onDidChangeTreeData(() => (draws += 1));
    await view.getChildren();
    // As an answer that streams does, again and again.
    chat = { ...chat, updatedAt: updatedAt + 1 };
    const looked = nextEvent(listed.event, 'the chats are listed');
    changes.fire(chat.id);
    await looked;
    chat = { ...chat, title: 'Angry mails' };
    const drawn = nextEvent(view.onDidChangeTreeData, 'the view is drawn');
    changes.fire(chat.id);
    await drawn;
    assert.equal(draws, 1);
    view.dispose();
  });
});
