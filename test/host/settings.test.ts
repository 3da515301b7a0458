import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Emitter } from '../../src/base/emitter.ts';
import { followChanges } from '../../src/ui/followChanges.ts';
import { answerTimeout, keepHistory } from '../../src/ui/shared/settings.ts';
import { transportSetting } from '../../src/ui/shared/transportSetting.ts';
import { useChatTab } from './support/chatTab.ts';
import { setUser } from './support/connectionSettings.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension } from './support/extension.ts';
import { until } from './support/waiting.ts';
import { connect, useWorld } from './support/world.ts';

interface Mark {
  message: string;
  text: string;
}

type WantedMark = readonly [text: RegExp, message: RegExp];

describe('A wrong value in the user’s settings', () => {
  before(liveExtension);
  after(closeEditors);

  /**
   * Waits for what VS Code is to find in a file. It forgets to check a file again that changes while it is being checked, as it may be
   * here: then a further change has it checked. All of them are taken back.
   */
  async function untilFound(
    document: vscode.TextDocument,
    what: string,
    isFound: () => boolean,
  ): Promise<void> {
    const takeBack = () => vscode.commands.executeCommand('workbench.action.files.revert');
    const change = () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, document.positionAt(Number.MAX_SAFE_INTEGER), '\n');
      return vscode.workspace.applyEdit(edit);
    };
    let changed = Promise.resolve();
    const timer = setInterval(() => {
      changed = changed.then(async () => void (await (document.isDirty ? takeBack() : change())));
    }, 5_000);
    try {
      await until(vscode.languages.onDidChangeDiagnostics, what, isFound);
    } finally {
      clearInterval(timer);
      await changed;
      // Nothing can be set while the file has unsaved changes.
      if (document.isDirty) await takeBack();
    }
  }

  /** What VS Code marks in settings.json once it marks as many places as wanted, none of them where an earlier text had it. */
  async function marked(values: Record<string, unknown>, wanted: readonly WantedMark[]): Promise<Mark[]> {
    for (const [name, value] of Object.entries(values)) await setUser('hostedModels', name, value);
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document, 'No editor was opened.');
    assert.match(document.fileName, /settings\.json$/u);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    // VS Code itself gives hints on the settings that its tests are started with.
    const isMark = ({ severity }: vscode.Diagnostic) => severity <= vscode.DiagnosticSeverity.Warning;
    const found = () => vscode.languages.getDiagnostics(document.uri).filter(isMark);
    let marks: Mark[] = [];
    const isMarked = () => {
      marks = found().map(({ message, range }) => ({ message, text: document.getText(range) }));
      return wanted.every(([text, message]) =>
        marks.some((mark) => text.test(mark.text) && message.test(mark.message)),
      );
    };
    // What is missing then, the test says.
    await untilFound(document, `${wanted.length} places are marked`, isMarked).catch(isMarked);
    for (const name of Object.keys(values)) await setUser('hostedModels', name, undefined);
    // Reads the file again: now and then VS Code's watcher misses a write that follows closely on others.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await untilFound(document, 'nothing is marked', () => found().length === 0);
    return marks;
  }

  const acme = { name: 'Acme', url: 'https://models.acme.example' };
  const llama = { connection: 'acme', name: 'llama-3-8b' };
  /** What is wrong in one settings file, and which text is marked there with which words. */
  const files: { values: Record<string, unknown>; marks: [text: RegExp, message: RegExp][] }[] = [
    {
      values: {
        connections: 'https://models.acme.example',
        transport: 'vpn',
        'chat.sendWith': 'shift',
        'chat.keepHistory': 'no',
        'chat.answerTimeout': '9',
        'run.concurrency': '8',
        'run.minimumDifference': '5',
        'vscodeChat.models': 'llama-3-8b',
        'vscodeChat.contextSizes': [],
        'vscodeChat.extraFields': 'reasoning_effort',
      },
      marks: [
        [/acme/u, /^Must be a list of connections: \[\{ "url"/u],
        [/^"vpn"$/u, /^Choose auto, direct or vscode\. Until then, auto is used\.$/u],
        [/^"shift"$/u, /^Choose enter or modEnter\. Until then, Enter sends\.$/u],
        [/^"no"$/u, /true or false, without quotes\. Until then, chats are saved\.$/u],
        [/^"9"$/u, /^Must be a whole number .* otherwise 120 is used\.$/u],
        [/^"8"$/u, /^Must be a whole number from 1 to 32; otherwise 4 is used\.$/u],
        [/^"5"$/u, /^Must be a number from 0 to 100; otherwise 0 is used\.$/u],
        [/^"llama-3-8b"$/u, /^Must be a list of models/u],
        [/^\[\]$/u, /^Must be an object with the sizes by model name/u],
        [/^"reasoning_effort"$/u, /^Must be an object with the fields by model name/u],
      ],
    },
    {
      values: {
        connections: [
          7,
          { ...acme, key: 'x' },
          { ...acme, url: 'ftp://a.example' },
          { name: 'No URL' },
          { ...acme, id: '' },
          { ...acme, name: 8 },
          { ...acme, readOnly: 'true' },
          { ...acme, apiKey: 'y' },
          { ...acme, headers: {} },
          { url: 'http://a.example' },
        ],
        'chat.answerTimeout': 2,
        'vscodeChat.models': [
          'phi',
          { ...llama, name: ' ' },
          { ...llama, tools: 'yes' },
          { ...llama, reasoningEfforts: 'low' },
        ],
        'vscodeChat.extraFields': { '*': 'low', 'qwen3*': { top_k: 3, model: 'other', stream: false } },
        'vscodeChat.contextSizes': { a: 8192, b: { context: '8K' } },
      },
      marks: [
        [/^7$/u, /^A connection has a "url" and optionally/u],
        [/^"key"$/u, /^A connection has a "url" .*; nothing else\.$/u],
        [/ftp/u, /^This is not a base URL\./u],
        [/^\{/u, /^Missing property "url"\.$/u],
        [/^""$/u, /^An id can't be empty\./u],
        [/^8$/u, /^Must be a string\.$/u],
        [/^"true"$/u, /Must be true or false\.$/u],
        [/^"y"$/u, /^Don't keep API keys in settings: .* Set API Key/u],
        [/^\{\}$/u, /^Headers may hold secrets/u],
        [/http:/u, /^An http: base URL of another machine is not/u],
        [/^2$/u, /minimum of 5/u],
        [/^"phi"$/u, /^A model needs "connection"/u],
        [/^" "$/u, /^Must be a string, and not empty/u],
        [/^"yes"$/u, /^Must be "auto", "on" or "off"/u],
        [/^"low"$/u, /^Must be a list of strings/u],
        [/^"low"$/u, /^Must be an object with the fields to add/u],
        [/^"other"$/u, /^This field is part of each request/u],
        [/^false$/u, /^This field is part of each request/u],
        [/^8192$/u, /^A size has "context"/u],
        [/^"8K"$/u, /^Must be a whole number of tokens/u],
      ],
    },
  ];
  for (const { values, marks: wanted } of files) {
    it(`is marked there, in words: ${Object.keys(values).join(', ')}`, async () => {
      const marks = await marked(values, wanted);
      const shown = marks.map(({ text, message }) => `${text}: ${message}`).join('\n');
      for (const [text, message] of wanted) {
        assert.ok(
          marks.some((mark) => text.test(mark.text) && message.test(mark.message)),
          `${text} ${message} is not among\n${shown}`,
        );
      }
      assert.equal(marks.length, wanted.length, shown);
    });
  }
});

describe('A changed setting acts without a reload', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  afterEach(async () => {
    for (const name of [
      'connections',
      'transport',
      'chat.sendWith',
      'chat.keepHistory',
      'chat.answerTimeout',
    ])
      await setUser('hostedModels', name, undefined);
  });

  it('the key that sends: an open chat’s page is told', async () => {
    const following = followChanges(world(), {
      chats: { made: { panels: tab().panel } },
      details: { made: undefined },
      chatsChanged: new Emitter<string>(),
    });
    assert.equal(tab().frame?.sendWith, 'enter');
    await setUser('hostedModels', 'chat.sendWith', 'modEnter');
    const isTold = () => tab().frame?.sendWith === 'modEnter';
    await until(tab().recorded.onDidPost, 'the page is told', isTold);
    following.dispose();
  });

  it('whether chats are kept, the transport and the connections', async () => {
    await setUser('hostedModels', 'chat.keepHistory', false);
    await setUser('hostedModels', 'transport', 'direct');
    assert.deepEqual([keepHistory.value, transportSetting.value], [false, 'direct']);
    await connect(world(), { id: 'a', url: 'https://models.acme.example' });
  });

  it('the time for an answer: the next request has another client', async () => {
    const { clients, connection } = world();
    const before = clients.for(connection);
    assert.equal(clients.for(connection), before);
    await setUser('hostedModels', 'chat.answerTimeout', 5);
    assert.equal(answerTimeout.value, 5);
    assert.notEqual(clients.for(connection), before);
  });
});
