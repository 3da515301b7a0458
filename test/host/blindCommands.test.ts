import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatFrame } from '../../src/protocol/chat.ts';
import { useAppearances } from './support/appearances.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { closeEditors } from './support/editors.ts';
import { developedExtension, liveExtension, liveModel, workspaceFolder } from './support/extension.ts';
import { usePicking } from './support/picking.ts';
import { type RecordedPanel, useRecordedPanels } from './support/recordedPanel.ts';
import { until } from './support/waiting.ts';

const manifest = v.object({
  contributes: v.object({
    commands: v.array(v.object({ command: v.string() })),
    menus: v.record(
      v.string(),
      v.array(v.object({ command: v.optional(v.string()), when: v.optional(v.string()) })),
    ),
  }),
});
const contributes = () => v.parse(manifest, developedExtension().packageJSON).contributes;

/** The one that is there to reveal the models, as unticking the page's box does, and those that only open what is VS Code's own. */
const left = ['toggleBlind', 'openSettings', 'openConnectionsSetting', 'openWalkthrough', 'showLog'];

const allCommands = () =>
  contributes()
    .commands.map(({ command }) => command)
    .filter((command) => !left.includes(command.replace('hostedModels.', '')));

/** Those in the menus of chats and their rows, tabs and turns; to any other, what stands for a chat is like nothing. */
function chatCommands(): string[] {
  const items = Object.values(contributes().menus).flat();
  const ofChats = items.filter(({ when = '' }) => /(?:view|Id) == '?hostedModels\.chats?\b/u.test(when));
  const found = new Set(ofChats.map(({ command }) => command));
  assert.ok(found.size > 20);
  return allCommands().filter((command) => found.has(command));
}

const compared = ['support-tone-v6', 'support-tone-v7'];
const question = 'Which one is it?';
const tells = /support-tone-v[67]/u;

/** What the person takes where a command offers it; all others are left. */
const taken: Record<string, string[]> = {
  addToVscodeChat: ['old-experiment'],
  chat: ['old-experiment'],
  compareWith: ['old-experiment'],
  compareWithBase: ['llama-3-8b'],
  exportChat: ['Markdown'],
  newChat: ['old-experiment'],
  openJson: ['old-experiment'],
  regenerateWith: ['old-experiment'],
  searchChats: [question],
  sendTestRequest: ['old-experiment'],
  showDetails: ['old-experiment'],
  showDetailsOf: ['old-experiment'],
};

type Tab = RecordedPanel;

/** The arguments of a call, as VS Code's menus, keys, palette and other extensions pass them. */
const calls: Record<string, (ids: { chat: string; turn: string | undefined }) => unknown[][]> = {
  nothing: () => [[]],
  'its tab': () => [
    [
      vscode.Uri.parse('webview-panel:webview-panel/webview-hostedModels.chat'),
      { groupId: 0, editorIndex: 0 },
    ],
  ],
  'its row': ({ chat }) => {
    const row = { type: 'chat', chatId: chat };
    return [[row, [row]], [[row]]];
  },
  'its id': ({ chat }) => [[{ chat }]],
  'one of its answers': ({ chat, turn }) => [[{ chat, turn, webviewSection: 'answer', canChange: true }]],
};

describe('Every command, called on a blind comparison', () => {
  const exported = () => path.join(workspaceFolder().uri.fsPath, 'exported.md');
  const panels = useRecordedPanels();
  const picking = usePicking();
  const appearances = useAppearances(() => vscode.Uri.file(exported()));
  const closed = new WeakSet<Tab>();
  const didPost = new vscode.EventEmitter<void>();
  panels.onDidCreate((one) => {
    one.onDidPost(() => didPost.fire());
    one.panel.onDidDispose(() => closed.add(one));
  });

  beforeEach(async () => {
    const { service } = await liveExtension();
    service.fail({ kind: 'answer', text: 'Dear customer', on: 'POST /api/v1/chat/completions' });
    await vscode.commands.executeCommand('hostedModels.refreshModels');
  });
  afterEach(async () => {
    (await liveExtension()).service.clearFaults();
    await closeEditors();
    await rm(exported(), { force: true });
    // What some of them have set.
    await setConnections();
    await setUser('hostedModels', 'vscodeChat.models', undefined);
  });

  // Other suites look for their own chats.
  after(async () => {
    const { showWarningMessage } = vscode.window;
    const agrees = async (_text: string, _options: unknown, ...items: vscode.MessageItem[]) =>
      items.find(({ title }) => title === 'Delete All Local Data');
    Object.assign(vscode.window, { showWarningMessage: agrees });
    await vscode.commands.executeCommand('hostedModels.deleteAllLocalData');
    Object.assign(vscode.window, { showWarningMessage });
  });

  const frameOf = ({ posted }: Tab) => posted.flatMap((one) => ('frame' in one ? [one.frame] : [])).at(-1);
  const isIn = (tab: Tab, what: string, isTrue: (frame: ChatFrame) => boolean) =>
    until(tab.onDidPost, what, () => {
      const frame = frameOf(tab);
      return frame !== undefined && isTrue(frame);
    });

  /** Opens one that has had its question, by command and as its page would. Returns its ids. */
  async function openBlind(): Promise<{ chat: string; turn: string | undefined }> {
    const rows = await Promise.all(compared.map((name) => liveModel(name)));
    await vscode.commands.executeCommand('hostedModels.compareModels', rows[0], rows);
    const tab = panels.all.at(-1);
    assert.ok(tab);
    await isIn(tab, 'its page has loaded', () => true);
    tab.say({ type: 'blind', isOn: true });
    await isIn(tab, 'the names are hidden', ({ isBlind }) => isBlind);
    tab.say({ type: 'send', text: question });
    await isIn(tab, 'both have answered', ({ status }) => status.startsWith('Both answers complete'));
    tab.say({ type: 'ready' });
    const snapshot = tab.posted.findLast((one) => one.type === 'snapshot');
    assert.ok(snapshot?.type === 'snapshot' && snapshot.turns.length > 2);
    return {
      chat: snapshot.frame.conversationId,
      turn: snapshot.turns.find(({ role }) => role === 'assistant')?.id,
    };
  }

  /** Gives its tab the focus, as the person has who calls a command on it, and closes all others. */
  async function focus(chatId: string): Promise<void> {
    if (!tabOf(chatId)?.panel.active)
      await vscode.commands.executeCommand('hostedModels.openChat', { chatId });
    await until(didPost.event, 'its page has loaded', () => tabOf(chatId) !== undefined);
    const tab = tabOf(chatId);
    assert.ok(tab);
    await until(tab.panel.onDidChangeViewState, 'it has the focus', () => tab.panel.active);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (tabs.length > 1) await vscode.window.tabGroups.close(tabs.filter(({ isActive }) => !isActive));
  }

  const tabOf = (chatId: string) =>
    panels.all.findLast((one) => !closed.has(one) && frameOf(one)?.conversationId === chatId);

  /** What of that tells a hidden model. */
  async function toldBy(command: string, given: readonly unknown[]): Promise<string[]> {
    await vscode.env.clipboard.writeText('');
    const posted = new Map(panels.all.map((one) => [one, one.posted.length]));
    const picks = picking(...(taken[command.replace('hostedModels.', '')] ?? []));
    await vscode.commands.executeCommand(command, ...given);
    // The chat and its turns must be there for the next command.
    await vscode.commands.executeCommand('hostedModels.undoDelete');
    for (const one of panels.all) if (!closed.has(one)) one.say({ type: 'undoDeletion' });
    const opened = panels.all.filter((one) => !posted.has(one) && !closed.has(one));
    await Promise.all(
      opened.map((one) => until(one.onDidPost, 'its page loads', () => one.posted.length > 0)),
    );
    const pages = panels.all.flatMap((one) => one.posted.slice(posted.get(one) ?? 0));
    const file = await readFile(exported(), 'utf8').catch(() => '');
    await rm(exported(), { force: true });
    // A quick pick may list all models, as long as none stands out, and other chats.
    const isOther = (label: string | undefined) => command.endsWith('searchChats') && label !== question;
    const marks = picks.flatMap(({ title, labels, descriptions = [] }) => [
      title,
      ...descriptions.filter((_one, at) => !isOther(labels[at])),
    ]);
    return [
      ...(await appearances()).filter(({ text }) => tells.test(text)).map(({ where }) => where),
      ...(tells.test(JSON.stringify(pages)) ? ['page'] : []),
      ...(tells.test(file) ? ['file'] : []),
      ...(marks.some((text = '') => tells.test(text) || /current/u.test(text)) ? ['quick pick'] : []),
    ];
  }

  for (const [what, argumentsOf] of Object.entries(calls)) {
    it(`with ${what}, tells nobody which model gave which answer`, async () => {
      const ids = await openBlind();
      const told: string[] = [];
      for (const command of what === 'nothing' ? allCommands() : chatCommands()) {
        for (const given of argumentsOf(ids)) {
          await focus(ids.chat);
          told.push(...(await toldBy(command, given)).map((where) => `${command}: ${where}`));
        }
      }
      assert.deepEqual(told, []);
    }).timeout(180_000);
  }
});
