import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { removeConnection } from '../../src/ui/connections/connectionCommands.ts';
import { addToVscodeChat, removeFromVscodeChat } from '../../src/ui/languageModels/offerCommands.ts';
import { setUser } from './support/connectionSettings.ts';
import { chooseNone } from './support/directChat.ts';
import { liveExtension, liveModel } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useStandIns } from './support/standIns.ts';
import { listed, offer } from './support/vscodeChat.ts';
import { nextEvent } from './support/waiting.ts';
import { connect, load, useWorld, type World } from './support/world.ts';

const entries = (): unknown =>
  vscode.workspace.getConfiguration('hostedModels').inspect('vscodeChat.models')?.globalValue;
const row = (connectionId: string, name: string, kind = 'lora') => ({ connectionId, kind, name });
/** The rows that a world's own connection has. */
function rowsIn(world: () => World) {
  const own = (name: string, kind?: string) => row(world().connection.id, name, kind);
  return { own, tone: () => own('support-tone-v7'), base: () => own('llama-3-8b', 'baseModel') };
}
const fact = (model: object) => ({ ...model, fact: { id: 'baseModel', copy: 'llama-3-8b' } });
const write = (setting: unknown) => setUser('hostedModels', 'vscodeChat.models', setting);

describe('Add to VS Code’s Chat', () => {
  // VS Code is asked for our models, and so asks the extension.
  before(liveExtension);
  const inAccounts = useStandIns(vscode.authentication);
  // Before the world, which puts its own settings back.
  const inWorkspace = useStandIns(vscode.workspace);
  const world = useWorld({}, true);
  const { own, tone, base } = rowsIn(world);
  const person = usePerson();
  const picking = usePicking();
  const inWindow = useStandIns(vscode.window);
  const inCommands = useStandIns(vscode.commands);
  const commands = new vscode.EventEmitter<string>();
  let said: string[] = [];
  beforeEach(async () => {
    await chooseNone();
    await load(world());
    said = [];
    inWindow({ setStatusBarMessage: (text: string) => void said.push(text) });
    person({});
    signIn('octocat');
  });
  const signIn = (...labels: string[]) =>
    inAccounts({ getAccounts: async () => labels.map((label) => ({ id: label, label })) });
  after(async () => {
    await setUser('hostedModels', 'vscodeChat.contextSizes', undefined);
    await chooseNone();
  });
  const parts = (selection: readonly unknown[] = []) => ({
    ...world(),
    view: { selection: selection as never },
  });
  const add = (from?: unknown, selection?: unknown) => addToVscodeChat(parts(), from, selection);
  const names = () => world().offered.all.map(({ name }) => name);

  it('adds the model of a row or a page’s reference, under its connection’s id', async () => {
    await add(tone());
    assert.deepEqual(entries(), [{ connection: world().connection.id, name: 'support-tone-v7' }]);
    assert.deepEqual(said, ["support-tone-v7 was added to VS Code's chat."]);
    await add(base());
    assert.deepEqual(names(), ['support-tone-v7', 'llama-3-8b']);
    assert.equal((entries() as { connection: string }[])[1]?.connection, world().connection.id);
  });

  it('adds all selected rows, without the facts among them', async () => {
    await add(tone(), [tone(), fact(tone()), base(), fact(base())]);
    assert.deepEqual(names(), ['support-tone-v7', 'llama-3-8b']);
    assert.deepEqual(said, ["2 models were added to VS Code's chat."]);
  });

  it('adds only what is not there yet, and says nothing if nothing is left', async () => {
    for (const from of [{ type: 'group' }, null, 'x']) await add(from);
    assert.equal(entries(), undefined);
    await add(fact(tone()), [fact(tone())]);
    said = [];
    await add(tone());
    assert.deepEqual([names(), said], [['support-tone-v7'], []]);
    await add(base(), [tone(), base()]);
    assert.deepEqual(names(), ['support-tone-v7', 'llama-3-8b']);
    assert.deepEqual(said, ["llama-3-8b was added to VS Code's chat."]);
  });

  describe('without a GitHub account', () => {
    const step =
      "Without a GitHub account, VS Code's chat needs one more step, once: select Add Models, then Hosted Models, and press Enter.";
    beforeEach(() => signIn());

    it('says which step is left, and opens where it is taken', async () => {
      const seen = person({ button: 'Manage Language Models' });
      const opened = nextEvent(commands.event, 'it is opened', (id) => id.startsWith('workbench'));
      inCommands({ executeCommand: (id: string) => commands.fire(id) });
      await add(tone());
      assert.equal(await opened, 'workbench.action.chat.manage');
      assert.deepEqual(seen.messages, [step]);
    });

    it('says nothing once that was done, or where there is an account', async () => {
      const seen = person({});
      world().offered.isAddedThere = true;
      await add(tone());
      world().offered.isAddedThere = false;
      signIn('octocat');
      await add(base());
      assert.deepEqual(seen.messages, []);
    });

    it('says so, too, where VS Code knows no such accounts', async () => {
      const seen = person({});
      inAccounts({ getAccounts: () => Promise.reject(new Error('No authentication provider')) });
      await add(tone());
      assert.deepEqual(seen.messages, [step]);
    });
  });

  it('asks for a model without a row, among those that are not there yet', async () => {
    await add(tone());
    const seen = picking('llama-3-8b');
    await add();
    assert.equal(seen[0]?.title, "Add to VS Code's Chat");
    assert.ok(!seen[0]?.labels.includes('support-tone-v7'));
    assert.deepEqual(names(), ['support-tone-v7', 'llama-3-8b']);
    picking();
    await add();
    assert.equal(names().length, 2);
  });

  it('is undone for all models of a connection that is removed, and for no others', async () => {
    const other = { id: 'other', name: 'Other', url: 'https://other.example' };
    await connect(world(), { id: 'acme', name: 'Acme', url: world().service.url }, other);
    await add(row('acme', 'support-tone-v7'));
    await add(row('other', 'support-tone-v7'));
    const { details } = person({ button: 'Remove Connection' });
    await removeConnection(world(), { connectionId: 'acme' });
    assert.match(details[0] ?? '', /its models leave VS Code's chat/u);
    assert.deepEqual(entries(), [{ connection: 'other', name: 'support-tone-v7' }]);
  });

  it('gives a connection without an id its own, so that the model stays with it', async () => {
    const { service } = world();
    await connect(world(), { name: 'Acme', url: service.url });
    await add({ ...tone(), connectionId: service.url });
    const written = vscode.workspace.getConfiguration('hostedModels').inspect('connections')?.globalValue;
    assert.deepEqual(written, [{ id: service.url, name: 'Acme', url: service.url }]);
    assert.deepEqual(entries(), [{ connection: service.url, name: 'support-tone-v7' }]);
  });

  describe('warns of a context that is too small for the agent', () => {
    const warning =
      "llama-3-8b has a context of less than 32,768 tokens, which VS Code's agent mostly fills itself. Use Ask mode, or set the real size in Settings.";
    const size = (context: number) =>
      setUser('hostedModels', 'vscodeChat.contextSizes', { 'llama-3-8b': { context } });

    it('once, but not of one that is assumed, or large enough', async () => {
      await size(32_767);
      const seen = person({});
      await add(own('mistral-7b-instruct', 'baseModel'));
      assert.deepEqual(seen.messages, []);
      await add(base());
      await add(base());
      assert.deepEqual(seen.messages, [warning]);
      await size(32_768);
      await add(tone());
      assert.equal(seen.messages.length, 1);
    });

    it('naming all of several models', async () => {
      await size(8192);
      const seen = person({});
      await add(base(), [tone(), base(), own('sql-assistant')]);
      assert.equal(seen.messages.length, 1);
      assert.match(seen.messages[0] ?? '', /^support-tone-v7, llama-3-8b have a context of less than/u);
    });

    it('and opens the setting', async () => {
      await size(8192);
      person({ button: 'Open Settings' });
      const opened = nextEvent(vscode.window.tabGroups.onDidChangeTabs, 'the settings open', (change) =>
        change.opened.some(({ label }) => label === 'Settings'),
      );
      await add(base());
      await opened;
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await vscode.window.tabGroups.close(tabs.filter(({ label }) => label === 'Settings'));
    });
  });

  it('leaves a setting alone that is not a list', async () => {
    await write({ connection: world().connection.id });
    const words =
      'The setting hostedModels.vscodeChat.models is not a list. Correct it in the settings first.';
    await assert.rejects(add(tone()), { name: 'UserFacingError', message: words });
    await assert.rejects(world().offered.remove([tone()]), { name: 'UserFacingError', message: words });
    assert.deepEqual(entries(), { connection: world().connection.id });
  });

  it('says why VS Code can’t write the setting', async () => {
    const { getConfiguration } = vscode.workspace;
    const update = async () => {
      throw new Error('The file has unsaved changes.');
    };
    inWorkspace({ getConfiguration: (section?: string) => ({ ...getConfiguration(section), update }) });
    const message =
      'The setting hostedModels.vscodeChat.models was not changed. The file has unsaved changes.';
    await assert.rejects(world().offered.add([tone()]), { name: 'UserFacingError', message });
    assert.equal(entries(), undefined);
    assert.deepEqual(said, []);
  });
});

describe('Remove from VS Code’s Chat', () => {
  const world = useWorld({}, true);
  const { own, tone, base } = rowsIn(world);
  const foreign = { connection: 'gone', name: 'theirs' };
  const remove = (from?: unknown, selection?: unknown, selected: readonly unknown[] = []) =>
    removeFromVscodeChat({ ...world(), view: { selection: selected as never } }, from, selection);
  const entry = (name: string) => ({ connection: world().connection.id, name });
  beforeEach(async () => {
    await load(world());
    await write([entry('support-tone-v7'), foreign, entry('llama-3-8b'), entry('sql-assistant')]);
  });
  after(chooseNone);

  it('removes the model of a row, those of the selected rows, and without a row those that are selected', async () => {
    await remove(tone());
    assert.deepEqual(entries(), [foreign, entry('llama-3-8b'), entry('sql-assistant')]);
    await remove(base(), [tone(), fact(tone()), base()]);
    assert.deepEqual(entries(), [foreign, entry('sql-assistant')]);
    await remove(undefined, undefined, [own('sql-assistant')]);
    assert.deepEqual(entries(), [foreign]);
  });

  it('changes nothing for what is not there', async () => {
    const before = entries();
    await remove(own('meeting-minutes'));
    await remove();
    await remove({ type: 'group' });
    assert.deepEqual(entries(), before);
  });
});

describe('The commands of VS Code’s chat', () => {
  after(() => offer([]));

  it('add a model to the list of VS Code, and remove it again', async () => {
    const tone = await liveModel('support-tone-v7');
    const base = await liveModel('llama-3-8b', 'baseModel');
    await offer([]);
    await vscode.commands.executeCommand('hostedModels.addToVscodeChat', tone, [tone, base]);
    assert.deepEqual(
      (await listed()).map(({ name }) => name),
      ['support-tone-v7', 'llama-3-8b'],
    );
    await vscode.commands.executeCommand('hostedModels.removeFromVscodeChat', tone);
    assert.deepEqual(
      (await listed()).map(({ name }) => name),
      ['llama-3-8b'],
    );
  });
});
