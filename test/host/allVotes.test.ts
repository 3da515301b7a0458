import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { allVotes } from '../../src/ui/chats/columns/allVotes.ts';
import { useChatTab } from './support/chatTab.ts';
import { liveExtension } from './support/extension.ts';
import { nextEvent, until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';

describe('All Votes', () => {
  const world = useWorld();
  const tab = useChatTab(world, [base, lora]);
  let votes: ReturnType<typeof allVotes>;

  // Its commands are those of the lenses.
  before(liveExtension);
  beforeEach(() => {
    const { store, own, documents, session } = tab();
    const openChats = () => [session.conversation];
    votes = allVotes({ store, starts: own.starts, documents, openChats });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function vote(text: string, best: string): Promise<void> {
    await tab().send(text);
    const id = best === 'tie' ? best : tab().page.cell(best).id;
    await tab().session.vote(tab().page.row().question, id === 'tie' ? undefined : id);
  }

  /** Opens the document, as VS Code shows it. */
  async function open(all = votes): Promise<vscode.TextDocument> {
    await all.open();
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    assert.match(document.fileName, /All Votes\.md$/u);
    // VS Code reads it anew a moment later if it was open.
    const text = tab().documents.provideTextDocumentContent(document.uri);
    await until(vscode.workspace.onDidChangeTextDocument, 'it is new', () => document.getText() === text);
    return document;
  }

  /** Each lens with the text of its line. */
  async function lenses({ uri }: vscode.TextDocument) {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      50,
    );
    const document = await vscode.workspace.openTextDocument(uri);
    return found.map(({ range, command }) => ({
      line: document.lineAt(range.start.line).text,
      title: command?.title ?? '',
      command: command?.command ?? '',
      argument: command?.arguments?.[0] as unknown,
    }));
  }

  it('says that there are none yet', async () => {
    const document = await open();
    assert.equal(document.languageId, 'markdown');
    assert.match(document.getText(), /^# All Votes\n\nThere are no votes yet\./u);
    assert.deepEqual(await lenses(document), []);
  });

  it('has the sums of each two models and deployments, then each vote with its question', async () => {
    await vote('Which is better?', lora);
    await vote('And now?', base);
    await vote('And in French?', lora);
    const text = (await open()).getText();
    const [, title = '', sum = ''] = text.split('\n').filter((line) => line !== '');
    assert.match(title, /^## llama-3-8b ↔ support-tone-v7 \(revision [0-9a-f]{7}\)$/u);
    assert.equal(sum, `${lora} was better twice, ${base} once. Too few votes to tell.`);
    const given = [...text.matchAll(/^- .+?: (\S+).*\n {2}(.+) \((.+)\)$/gmu)].map((one) => one.slice(1));
    assert.deepEqual(given, [
      [lora, 'And in French?', 'Which is better?'],
      [base, 'And now?', 'Which is better?'],
      [lora, 'Which is better?', 'Which is better?'],
    ]);
  });

  it('opens the chat of a vote by a lens', async () => {
    await vote('Hello', 'tie');
    const found = (await lenses(await open())).filter(({ title }) => title === 'Open Chat');
    const chatId = tab().session.conversation.id;
    assert.deepEqual(
      found.map(({ command, argument }) => [command, argument]),
      [['hostedModels.openChat', { chatId }]],
    );
    assert.match(found[0]?.line ?? '', /: a tie/u);
  });

  it('starts anew by a lens: the earlier votes stand apart, in tallies.json is since when', async () => {
    await vote('First', lora);
    const document = await open();
    const [lens] = (await lenses(document)).filter(({ title }) => title === 'Start Anew');
    assert.equal(lens?.command, 'hostedModels.showAllVotes');
    assert.match(lens?.line ?? '', /^## /u);
    const changed = nextEvent(
      vscode.workspace.onDidChangeTextDocument,
      'the document says it',
      (change) => change.document.uri.toString() === document.uri.toString(),
    );
    await votes.startAnew(lens?.argument);
    await votes.open();
    await changed;
    assert.match(
      document.getText(),
      /No votes since you started anew\.\n\nBefore you started anew:\n\nsupport/u,
    );
    assert.ok(!(await lenses(document)).some(({ title }) => title === 'Start Anew'));
    const file = JSON.parse(await readFile(path.join(tab().store.folder, 'tallies.json'), 'utf8'));
    assert.deepEqual([file.v, Object.keys(file.starts)], [1, [lens?.argument]]);
    // The document has hidden its tab.
    tab().panel.reveal();
    await until(
      tab().recorded.panel.onDidChangeViewState,
      'the tab is back',
      () => tab().recorded.panel.visible,
    );
    // So is its page, which had gone with it.
    tab().recorded.say({ type: 'ready' });
    await vote('Second', base);
    await tab().shows('the line of the chat', ({ tally }) => tally === `1 : 0 for ${base}`);
    assert.match((await open()).getText(), /llama-3-8b was better once, support-tone-v7 never\./u);
  });

  it('starts nothing anew for what is no pair', async () => {
    await vote('First', lora);
    await open();
    for (const key of [undefined, '', 'gone', {}]) await votes.startAnew(key);
    await assert.rejects(readFile(path.join(tab().store.folder, 'tallies.json')));
  });

  it('lists what was imported apart, and sums it nowhere', async () => {
    await vote('First', lora);
    const { conversation } = tab().session;
    const imported = conversation.votes.map((one) => ({ ...one, isImported: true }));
    const { store, own, documents } = tab();
    const other = allVotes({
      ...{ store, starts: own.starts, documents },
      openChats: () => [{ ...conversation, votes: imported }],
    });
    const text = (await open(other)).getText();
    assert.match(text, /There are no votes yet[\s\S]*## Imported, not counted\n\n- .*: support-tone-v7/u);
  });
});
