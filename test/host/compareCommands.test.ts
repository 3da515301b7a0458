import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { openChatLibrary } from '../../src/core/chats/chatLibrary.ts';
import { CompareSession } from '../../src/core/chats/columns/compareSession.ts';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import type { Conversation } from '../../src/core/chats/tree/conversation.ts';
import { isOffered } from '../../src/ui/chats/columns/columnAlerts.ts';
import { CompareCommands } from '../../src/ui/chats/columns/compareCommands.ts';
import { keepsHistory } from '../../src/ui/shared/settings.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { nextEvent, until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('The commands that compare models', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pick = usePicking();
  const person = usePerson();
  let commands: CompareCommands;

  beforeEach(async () => {
    await load(world());
    const { connections, catalogs, recent } = world();
    const { panels, presets } = chats();
    commands = new CompareCommands({
      connections,
      catalogs,
      recent,
      panels,
      presets,
      view: { selection: [] },
    });
  });

  const row = (name: string, kind: 'lora' | 'baseModel' = 'lora') => ({
    connectionId: world().connection.id,
    kind,
    name,
  });
  const requests = () => world().service.requests.filter(({ path }) => path === '/api/v1/chat/completions');
  const active = (): Conversation => {
    const conversation = chats().panels.active?.conversation;
    if (!conversation) throw new Error('No chat has the focus.');
    return conversation;
  };
  const compared = () => active().comparison?.columns.map(({ model }) => model);
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
  /** VS Code reports its tabs, and which one has the focus, a moment later. */
  const inTabs = (what: string, isTrue: () => boolean) =>
    until(vscode.window.tabGroups.onDidChangeTabs, what, isTrue);
  const activeId = () => chats().panels.active?.conversation.id;

  it('put a LoRA beside its base, and send nothing', async () => {
    await commands.withBase(row('support-tone-v7'));
    assert.deepEqual(compared(), ['llama-3-8b', 'support-tone-v7']);
    assert.equal(requests().length, 0);
  });

  it('reveal the same comparison as long as nothing was said in it', async () => {
    await commands.withBase(row('support-tone-v7'));
    const { id } = active();
    await commands.withBase(row('support-tone-v6'));
    await inTabs('two tabs', () => tabs() === 2 && activeId() !== id);
    await commands.withBase(row('support-tone-v7'));
    await inTabs('it is revealed', () => activeId() === id);
    assert.equal(tabs(), 2);
    await chats().panels.create(row('llama-3-8b', 'baseModel'));
    await inTabs('a chat of its own', () => tabs() === 3 && activeId() !== id);
    assert.equal(active().comparison, undefined);
  });

  it('start all columns with the LoRA’s own preset', async () => {
    const settings = { systemPrompt: 'Be kind.' };
    await chats().presets.save({ name: 'Kind', settings, defaultFor: 'support-tone-v7' });
    await commands.withBase(row('support-tone-v7'));
    assert.deepEqual(active().settings, settings);
  });

  it('try a base that is not listed', async () => {
    const { service } = world();
    service.catalog.baseModels.splice(0, Number.POSITIVE_INFINITY);
    await load(world());
    await commands.withBase(row('support-tone-v7'));
    const [base] = active().comparison?.columns ?? [];
    assert.deepEqual([base?.model, base?.isUnlisted], ['llama-3-8b', true]);
    const page = chats().parts.pageModel({ connectionId: '', model: '', ...base });
    assert.equal(page.gone, undefined);
    assert.match(page.warning ?? '', /does not list it\. It is tried all the same/u);
  });

  it('let the person choose a base for a LoRA that names none', async () => {
    const base = world().service.catalog.baseModels[1]?.name ?? '';
    const seen = pick(base);
    const undeployed = world().service.catalog.loras.find((one) => !one.active_deployment)?.name ?? '';
    await commands.withBase(row(undeployed));
    assert.match(seen[0]?.title ?? '', /names no base model/u);
    assert.ok(!seen[0]?.labels.includes('support-tone-v7'), 'only base models are offered');
    assert.deepEqual(compared(), [base, undeployed]);
  });

  it('take two to four selected rows, and otherwise let the person check some', async () => {
    const rows = ['support-tone-v5', 'support-tone-v6', 'support-tone-v7'].map((name) => row(name));
    await commands.models(rows[0], rows);
    assert.deepEqual(compared(), ['support-tone-v5', 'support-tone-v6', 'support-tone-v7']);
    const before = tabs();
    const seen = pick();
    await commands.models(rows[0], [...rows, row('old-experiment'), row('code-review/python')]);
    await commands.models(rows[0], [rows[0]]);
    await commands.models();
    assert.deepEqual(
      seen.map(({ title }) => title.startsWith('Compare Models')),
      [true, true, true],
    );
    assert.equal(tabs(), before);
  });

  it('take a chat’s turns along and ask the other model its last question, in a copy', async () => {
    const panel = await chats().panels.create(row('support-tone-v7'));
    await panel.session.send('Hello');
    const { id } = active();
    await commands.withBase();
    await inTabs('the comparison', () => activeId() !== id);
    assert.deepEqual(compared(), ['support-tone-v7', 'llama-3-8b']);
    assert.deepEqual(
      requests().map(({ body }) => (JSON.parse(body) as { model: string }).model),
      ['support-tone-v7', 'llama-3-8b'],
    );
    const answers = [...active().turns.values()].filter((turn) => turn.role === 'assistant');
    assert.deepEqual(
      answers.map(({ model, state }) => [model, state]),
      [
        ['support-tone-v7', 'complete'],
        ['llama-3-8b', 'complete'],
      ],
    );
    assert.equal(chats().panels.session(id)?.conversation.turns.size, 2, 'the chat is as it was');
  });

  it('open a comparison read-only while another window has it, and let it go on when that is closed', async () => {
    await commands.withBase(row('support-tone-v7'));
    const { panels, storage } = chats();
    const { id } = active();
    await panels.session(id)?.send('Hello');
    await panels.close(id);
    const { log, folder } = world();
    const other = openChatLibrary(new ChatStore(path.join(folder, 'chats'), log), log, keepsHistory);
    const theirs = await other.ownership.open(id);
    await panels.open(id);
    const session = panels.session(id);
    assert.ok(session);
    assert.equal(session.readOnly, 'elsewhere');
    assert.deepEqual(
      session.conversation.comparison?.columns.map(({ model }) => model),
      ['llama-3-8b', 'support-tone-v7'],
    );
    const free = nextEvent(session.onDidChange, 'it goes on here', ({ type }) => type === 'replaced');
    await theirs?.writer.close();
    await free;
    assert.equal(session.readOnly, undefined);
    assert.equal((await storage.store.list())[0]?.compared?.models.length, 2);
    other.locks.dispose();
  });

  it('take a chat along as far as the answer whose menu was used', async () => {
    const panel = await chats().panels.create(row('support-tone-v7'));
    await panel.session.send('First');
    await panel.session.send('Second');
    const { id, turns } = active();
    const [, answer] = [...turns.keys()];
    pick('support-tone-v6');
    await commands.with({ chat: id, turn: answer, webviewSection: 'answer' });
    await inTabs('the comparison', () => activeId() !== id);
    const users = [...active().turns.values()].filter(({ role }) => role === 'user');
    assert.deepEqual(
      users.map(({ text }) => text),
      ['First'],
    );
    assert.equal(requests().length, 3);
  });

  it('offer no button to ask again below an answer that two columns have in common, but those that mend it', async () => {
    const { service } = world();
    const panel = await chats().panels.create(row('support-tone-v7'));
    service.fail({ kind: 'status', status: 401, on: 'POST /api/v1/chat/completions', times: 1 });
    await panel.session.send('First');
    await panel.session.send('Second');
    const { id } = active();
    pick('support-tone-v6');
    await commands.with();
    await inTabs('the comparison', () => activeId() !== id);
    const { turns } = active();
    const failed = [...turns.values()].find((turn) => turn.role === 'assistant' && turn.state === 'failed');
    const session = chats().panels.active;
    assert.ok(failed && session);
    const compare = new CompareSession(session, () => false);
    assert.equal(isOffered('retry', failed.id, compare), false);
    assert.equal(isOffered('setApiKey', failed.id, compare), true);
    const own = [...turns.values()].findLast((turn) => turn.role === 'assistant');
    assert.equal(isOffered('retry', own?.id ?? '', compare), true);
  });

  it('add no selection to a blind comparison that has had its question', async () => {
    const panel = await chats().panels.create(row('support-tone-v7'));
    await commands.models(row('support-tone-v6'), [row('support-tone-v6'), row('support-tone-v7')]);
    await inTabs('the comparison', () => compared()?.length === 2);
    const session = chats().panels.active;
    assert.ok(session);
    const compare = new CompareSession(session, () => false);
    assert.equal(chats().panels.recent?.session, session);
    await compare.setBlind(true);
    await compare.send('Hello');
    assert.equal(chats().panels.recent, panel);
  });

  it('wait for the end of a chat’s answer', async () => {
    const { service } = world();
    service.tokensPerSecond = 20;
    const panel = await chats().panels.create(row('support-tone-v7'));
    const asked = panel.session.send('Hello');
    pick('support-tone-v6');
    const seen = person({});
    await commands.with();
    assert.match(seen.messages[0] ?? '', /Wait for the end of the answer/u);
    assert.equal(active().comparison, undefined);
    panel.session.stop();
    await asked;
  });
});
