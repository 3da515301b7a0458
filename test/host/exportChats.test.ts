import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readImport } from '../../src/core/chats/transfer/chatJson.ts';
import type { Conversation, Question, Turn } from '../../src/core/chats/tree/conversation.ts';
import { exportChats } from '../../src/ui/chats/transfer/chatFiles.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { alone, column, newAnswer, newQuestion, turnsIn, useFolder } from '../unit/core/fixtures.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useSaving } from './support/standIns.ts';

describe('Export… of chats', () => {
  const folder = useFolder();
  const person = usePerson();
  const picking = usePicking();
  const saving = useSaving();
  const connections = {
    named: (id: string) => ({ name: `Name of ${id}`, baseUrl: 'https://models.example' }),
  };
  let asked: vscode.SaveDialogOptions[];

  function savingAs(name: string): void {
    asked = saving(vscode.Uri.file(path.join(folder(), name)));
  }

  function chat(title: string): Conversation {
    const turns: Turn[] = [
      newQuestion('u1', undefined, `Question of ${title}`),
      newAnswer('a1', 'u1', 'First answer'),
      newAnswer('a2', 'u1', 'Second answer'),
    ];
    return chatOf(turns, 'a2', { id: crypto.randomUUID(), title });
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
      read.chats.map(({ conversation }) => [conversation.title, turnsIn(conversation).size]),
      [
        ['Refunds', 3],
        ['Angry mails', 3],
      ],
    );
  });

  /** Exports what two columns answered, and returns the file's text. */
  async function exported(
    format: 'Markdown' | 'JSON',
    changes: Partial<Conversation> & { question?: Question },
  ) {
    const { question = newQuestion('u1'), ...more } = changes;
    const answers = [newAnswer('a1', 'u1', 'First answer'), newAnswer('a2', 'u1', 'Second answer')].map(
      (answer, at) => ({ ...answer, column: `c${at + 1}`, deployment: { hubRevision: `revision${at + 1}` } }),
    );
    const turns = [question, ...answers];
    const columns = [
      column('llama-3-8b', { id: 'c1', last: 'a1' }),
      column('support-tone-v7', { id: 'c2', connectionId: 'staging', last: 'a2' }),
    ] as const;
    savingAs('compared');
    const picks = picking(format);
    await exportChats([chatOf(turns, 'a2', { title: 'Refunds', columns, ...more })], connections);
    const text = await readFile(path.join(folder(), 'compared'), 'utf8').catch(() => undefined);
    return { text, pick: picks[0] };
  }
  const blind = { ...alone('u1'), blind: { order: ['c2', 'c1'] } };

  it('writes none of its models, deployments and connections as Markdown while a question is blind', async () => {
    person({});
    const { text = '', pick } = await exported('Markdown', { title: '', question: blind });
    assert.match(text, /^# Blind comparison\n/u);
    assert.match(text, /A[\s\S]*Second answer[\s\S]*B[\s\S]*First answer/u);
    assert.doesNotMatch(text, /llama|support|acme|staging|revision/u);
    assert.equal(path.basename(asked.at(-1)?.defaultUri?.path ?? ''), 'chat.md');
    assert.equal(pick?.descriptions?.[1], 'to import again, with all versions and the hidden names');
  });

  it('asks before it writes the hidden models as JSON', async () => {
    const refusing = person({});
    assert.equal((await exported('JSON', { question: blind })).text, undefined);
    assert.deepEqual(refusing.messages, ['Export the hidden models, too?']);
    person({ button: 'Export' });
    assert.match((await exported('JSON', { question: blind })).text ?? '', /support-tone-v7/u);
    const unasked = person({});
    assert.match((await exported('JSON', {})).text ?? '', /support-tone-v7/u);
    assert.doesNotMatch(unasked.messages.join(), /hidden/u);
  });

  it('writes nothing if the person chooses no format', async () => {
    savingAs('none.md');
    picking();
    const seen = person({});
    await exportChats([chat('Refunds')], connections);
    assert.deepEqual([asked, seen.messages, await readdir(folder())], [[], [], []]);
  });
});
