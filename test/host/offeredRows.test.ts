import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openHidingSetting, setContextSize } from '../../src/ui/languageModels/offerCommands.ts';
import { contextSizes } from '../../src/ui/shared/settings.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { choose as chooseIn, chooseNone, DirectChat, onChat, type Setting } from './support/directChat.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('The rows of models in VS Code’s chat', () => {
  const world = useWorld();
  const contextOf = (name: string, kind: 'lora' | 'baseModel' = 'lora') =>
    world().tree.getTreeItem(rowOf(world().tree, name, kind)).contextValue;
  const changes: (readonly { name: string }[])[] = [];
  const choose = (models: readonly Setting[]) => chooseIn(world(), models);
  beforeEach(async () => {
    await chooseNone();
    await load(world());
    changes.length = 0;
    world().offered.onDidChange((models) => changes.push(models));
  });
  after(chooseNone);
  const changed = () => changes.map((models) => models.map(({ name }) => name));

  it('have another menu than the others', async () => {
    await choose([{ name: 'support-tone-v7' }, { name: 'llama-3-8b' }]);
    assert.equal(contextOf('support-tone-v7'), 'lora.offered');
    assert.equal(contextOf('llama-3-8b', 'baseModel'), 'baseModel.offered');
    assert.equal(contextOf('support-tone-v6'), 'lora');
    await chooseNone();
    assert.equal(contextOf('support-tone-v7'), 'lora');
  });

  it('say also that their connection is read-only', async () => {
    const [connection] = await connect(world(), { url: world().service.url, readOnly: true });
    await load({ ...world(), connection });
    await choose([{ name: 'support-tone-v7' }]);
    assert.equal(contextOf('support-tone-v7'), 'lora.offered.readOnly');
    assert.equal(contextOf('support-tone-v6'), 'lora.readOnly');
  });

  describe('have a row that says how VS Code’s chat has it', () => {
    const byok = 'agentHost.byokModels.enabled';
    const hasHarness = vscode.workspace.getConfiguration('chat').inspect(byok)?.defaultValue !== undefined;
    const set = (key: string, value: unknown) => setUser('chat', key, value);
    afterEach(async () => {
      await setUser('hostedModels', 'vscodeChat.contextSizes', undefined);
      for (const key of hasHarness ? ['defaultToCopilotHarness', byok] : []) await set(key, undefined);
    });
    function chatRow(name = 'support-tone-v7') {
      const { tree } = world();
      const row = tree
        .getChildren(rowOf(tree, name, name === 'llama-3-8b' ? 'baseModel' : 'lora'))
        .find((node) => node.type === 'fact' && node.fact.id === 'vscodeChat');
      const { label, description, contextValue } = row ? tree.getTreeItem(row) : {};
      return { row, text: row && `${label}: ${description}`, contextValue };
    }

    it('with the context that it is told, for these models alone', async () => {
      await choose([{ name: 'support-tone-v7' }]);
      assert.equal(chatRow().text, "In VS Code's chat: context assumed: 32,768");
      assert.equal(chatRow().contextValue, 'fact.vscodeChat');
      assert.equal(chatRow('llama-3-8b').row, undefined);
      await setUser('hostedModels', 'vscodeChat.contextSizes', { 'support-tone-v7': { context: 4096 } });
      assert.equal(chatRow().text, "In VS Code's chat: context: 4,096");
    });

    it('with the size that the service named when it refused more, which a button sets', async () => {
      const { offered, service } = world();
      await choose([{ name: 'support-tone-v7' }]);
      const learned: unknown[] = [];
      offered.onDidLearnLimit(({ name }) => learned.push(name));
      const message =
        "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens.";
      const chat = new DirectChat(world());
      service.fail({ on: onChat, kind: 'status', status: 400, body: { error: { message } } });
      await assert.rejects(chat.ask('Hello'), /8192/u);
      chat.dispose();
      assert.deepEqual(learned, ['support-tone-v7']);
      const { row, text, contextValue } = chatRow();
      assert.equal(text, "In VS Code's chat: the service allows 8,192 · context assumed: 32,768");
      assert.equal(contextValue, 'fact.vscodeChat.limit');
      assert.deepEqual(contextSizes.value, {});
      await setContextSize(world(), row);
      assert.deepEqual(contextSizes.value, { 'support-tone-v7': { context: 8192 } });
      assert.equal(chatRow().text, "In VS Code's chat: context: 8,192");
    });

    it('with what hides it from new chats, which a button opens', async function () {
      if (!hasHarness) return this.skip();
      await choose([{ name: 'support-tone-v7' }]);
      await set('defaultToCopilotHarness', true);
      const hidden =
        'not in new chats, which use the Copilot harness: chat.agentHost.byokModels.enabled is off';
      assert.equal(chatRow().text, `In VS Code's chat: ${hidden} · context assumed: 32,768`);
      assert.equal(chatRow().contextValue, 'fact.vscodeChat.hidden');
      const opened: unknown[] = [];
      const { executeCommand } = vscode.commands;
      Object.assign(vscode.commands, {
        executeCommand: async (...args: unknown[]) => void opened.push(args),
      });
      await openHidingSetting().finally(() => Object.assign(vscode.commands, { executeCommand }));
      assert.deepEqual(opened, [['workbench.action.openSettings', 'chat.agentHost.byokModels.enabled']]);
      await set(byok, true);
      assert.equal(chatRow().contextValue, 'fact.vscodeChat');
    });
  });

  it('are redrawn alone', async () => {
    const { tree, offered } = world();
    namesIn(tree);
    const drawn: unknown[] = [];
    const subscription = tree.onDidChangeTreeData((nodes) =>
      drawn.push(nodes?.map((node) => 'name' in node && node.name)),
    );
    offered.onDidChange((models) => tree.fireRows(models));
    await choose([{ name: 'support-tone-v7' }, { name: 'no such model' }]);
    await choose([{ name: 'support-tone-v7' }, { name: 'sql-assistant' }]);
    assert.deepEqual(drawn, [['support-tone-v7'], ['sql-assistant']]);
    subscription.dispose();
  });

  it('change with the setting: those that came, went or use tools otherwise', async () => {
    await choose([{ name: 'a' }, { name: 'b' }]);
    await choose([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
    await choose([{ name: 'b', tools: 'off' }, { name: 'c' }]);
    assert.deepEqual(changed(), [['a', 'b'], ['c'], ['a', 'b']]);
  });

  it('change with a connection that comes or goes, not with its name', async () => {
    await choose([{ name: 'a' }, { connection: 'second', name: 'b' }]);
    const second = { id: 'second', url: 'http://localhost:1' };
    await setConnections([second]);
    await setConnections([{ ...second, name: 'Renamed' }]);
    await setConnections();
    assert.deepEqual(changed(), [['a'], ['b'], ['b']]);
  });

  it('are told of even if no connection has the models, since VS Code’s chat says so', async () => {
    await setUser('hostedModels', 'vscodeChat.models', [{ connection: 'unknown', name: 'a' }]);
    assert.deepEqual(changed(), [[]]);
  });
});
