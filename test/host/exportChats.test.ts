import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readImport } from '../../src/core/chats/transfer/chatJson.ts';
import type { Conversation, Turn } from '../../src/core/chats/tree/conversation.ts';
import { exportChats } from '../../src/ui/chats/transfer/exportChats.ts';
import { answerTurn, useFolder, userTurn } from '../unit/core/fixtures.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';

describe('Export… of chats', () => {
  const folder = useFolder();
  const person = usePerson();
  const picking = usePicking();
  const { showSaveDialog } = vscode.window;
  const connections = {
    named: (id: string) => ({ name: `Name of ${id}`, baseUrl: 'https://models.example' }),
  };
  let asked: vscode.SaveDialogOptions[];

  beforeEach(() => {
    asked = [];
  });
  afterEach(() => Object.assign(vscode.window, { showSaveDialog }));

  /** The person's answer to the save dialog. */
  function savingAs(name: string): void {
    Object.assign(vscode.window, {
      showSaveDialog: async (options: vscode.SaveDialogOptions) => {
        asked.push(options);
        return vscode.Uri.file(path.join(folder(), name));
      },
    });
  }

  function chat(title: string): Conversation {
    const turns: Turn[] = [
      userTurn('u1', undefined, `Question of ${title}`),
      answerTurn('a1', 'u1', 'First answer'),
      answerTurn('a2', 'u1', 'Second answer'),
    ];
    return {
      id: crypto.randomUUID(),
      title,
      connectionId: 'acme',
      model: 'support-tone-v7',
      settings: {},
      turns: new Map(turns.map((turn) => [turn.id, turn])),
      leaf: 'a2',
      createdAt: 1000,
      updatedAt: 2000,
    };
  }

  it('writes one chat as Markdown with the shown answer, and opens it if the person wants that', async () => {
    savingAs('Refunds.md');
    const picks = picking('Markdown');
    const seen = person({ button: 'Open' });
    await exportChats([chat('Refunds')], connections);
    assert.deepEqual(
      picks.map(({ title, labels }) => [title, labels]),
      [['Export Chat', ['Markdown', 'JSON']]],
    );
    const file = path.join(folder(), 'Refunds.md');
    assert.deepEqual(seen.messages, [`The chat was exported to ${file}.`]);
    assert.equal(path.basename(asked[0]?.defaultUri?.path ?? ''), 'Refunds.md');
    assert.deepEqual(asked[0]?.filters, { Markdown: ['md'] });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.equal(text, await readFile(file, 'utf8'));
    assert.match(text, /Question of Refunds[\s\S]*Second answer/u);
    assert.doesNotMatch(text, /First answer/u);
  });

  it('writes several chats as one JSON file with every version, which Import… reads', async () => {
    savingAs('both.json');
    picking('JSON');
    const seen = person({});
    await exportChats([chat('Refunds'), chat('Angry mails')], connections);
    assert.match(seen.messages.join(), /^2 chats were exported to .*both\.json\.$/u);
    assert.equal(path.basename(asked[0]?.defaultUri?.path ?? ''), 'chats.json');
    const read = readImport(await readFile(path.join(folder(), 'both.json')));
    assert.ok(read.is === 'chats');
    assert.deepEqual(
      read.chats.map(({ conversation: { title, turns } }) => [title, turns.size]),
      [
        ['Refunds', 3],
        ['Angry mails', 3],
      ],
    );
  });

  it('writes a comparison as Markdown with every column and its connection, and none of them while they are hidden', async () => {
    const columns = [
      { id: 'c1', connectionId: 'acme', model: 'llama-3-8b', leaf: 'a1' },
      { id: 'c2', connectionId: 'staging', model: 'support-tone-v7', leaf: 'a2' },
    ];
    const compared = { ...chat('Refunds'), comparison: { columns, votes: [] } };
    const exported = async (conversation: Conversation) => {
      savingAs('compared.md');
      const picks = picking('Markdown');
      person({});
      await exportChats([conversation], connections);
      return { text: await readFile(path.join(folder(), 'compared.md'), 'utf8'), pick: picks[0] };
    };
    const { text } = await exported(compared);
    assert.match(text, /llama-3-8b \(Name of acme\)\n {2}- support-tone-v7 \(Name of staging\)/u);
    assert.match(text, /First answer[\s\S]*Second answer/u);
    const untitled = {
      ...compared,
      title: '',
      comparison: { ...compared.comparison, blind: 'hidden' as const },
    };
    const hidden = await exported(untitled);
    assert.match(hidden.text, /^# A, B\n/u);
    assert.doesNotMatch(hidden.text, /llama|support|acme/u);
    assert.equal(path.basename(asked.at(-1)?.defaultUri?.path ?? ''), 'chat.md');
    assert.equal(hidden.pick?.descriptions?.[1], 'to import again, with all versions and the hidden names');
  });

  it('writes nothing if the person chooses no format', async () => {
    savingAs('none.md');
    picking();
    const seen = person({});
    await exportChats([chat('Refunds')], connections);
    assert.deepEqual([asked, seen.messages, await readdir(folder())], [[], [], []]);
  });
});
