import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import type { Conversation } from '../../src/core/chats/tree/conversation.ts';
import { columnCommands } from '../../src/ui/chats/columns/columnCommands.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { saidIn, sentBodies } from './support/sentBodies.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('The commands that compare models', () => {
  const world = useWorld();
  const recorded = useRecordedPanels();
  const chats = useChats(world);
  const pick = usePicking();
  const person = usePerson();
  let commands: ReturnType<typeof columnCommands>;

  beforeEach(async () => {
    await inTabs('no tab of the test before', () => tabs() === 0);
    await load(world());
    commands = columnCommands({ ...world(), view: { selection: [] } }, chats().panels);
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
  const compared = () => active().columns.map(({ name }) => name);
  const answered = (session: ChatSession, count: number) =>
    until(session.onDidChange, `${count} answers`, () => {
      return session.conversation.answers.size === count && !session.isBusy;
    });
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
    assert.deepEqual(compared(), ['llama-3-8b']);
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
    const [base] = active().columns;
    assert.deepEqual([base.name, base.isUnlisted], ['llama-3-8b', true]);
    const page = chats().pageModel(base);
    assert.equal(page.gone, undefined);
    assert.match(page.warning ?? '', /doesn't list it; trying it anyway/u);
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
    await inTabs('one tab', () => tabs() === 1);
    const seen = pick();
    await commands.models(rows[0], [...rows, row('old-experiment'), row('code-review/python')]);
    await commands.models(rows[0], [rows[0]]);
    await commands.models();
    assert.deepEqual(
      seen.map(({ title }) => title.startsWith('Compare Models')),
      [true, true, true],
    );
    assert.equal(tabs(), 1);
  });

  it('add a column to the chat whose tab has the focus, which answers its last question at once', async () => {
    const panel = await chats().panels.create(row('support-tone-v7'));
    await panel.session.send('First');
    await panel.session.send('Second');
    const { id, answers } = active();
    await inTabs('one tab', () => tabs() === 1);
    const seen = pick('support-tone-v6');
    await commands.with();
    assert.equal(seen[0]?.title, 'Compare With');
    await answered(panel.session, 3);
    assert.deepEqual([active().id, tabs(), chats().panels.active], [id, 1, panel.session]);
    assert.deepEqual(compared(), ['support-tone-v7', 'support-tone-v6']);
    const [asked] = sentBodies(world()).slice(2);
    assert.equal(asked?.model, 'support-tone-v6');
    assert.deepEqual(asked && saidIn(asked), ['First', [...answers.values()][0]?.text, 'Second']);
    assert.deepEqual([active().questions.size, active().answers.size], [2, 3], 'one more answer');
    await panel.session.closeColumn(active().columns[1]?.id ?? '');
    assert.deepEqual([active().id, compared()], [id, ['support-tone-v7']], 'a chat as before');
    assert.deepEqual((await chats().storage.store.list()).length, 1);
  });

  it('add no fifth column, and none while a question is blind, which a message says', async () => {
    const rows = ['support-tone-v5', 'support-tone-v6', 'support-tone-v7'].map((name) => row(name));
    await commands.models(rows[0], [...rows, row('llama-3-8b', 'baseModel')]);
    const picks = pick('old-experiment');
    const seen = person({});
    await commands.with();
    assert.match(seen.messages[0] ?? '', /^Four models are compared here already/u);
    const session = chats().panels.active;
    await session?.closeColumn(active().columns[0].id);
    await session?.setBlind(true);
    await session?.send('Hello');
    await commands.with();
    assert.deepEqual(seen.messages.slice(1), ['A question is blind. Vote on it or clear Blind first.']);
    assert.deepEqual([picks, compared().length], [[], 3]);
  });

  it('ask no model while a setting can’t be as it is typed, and show that', async () => {
    await chats().panels.create(row('support-tone-v7'));
    const [page] = recorded.all;
    page?.say({ type: 'held', isHeld: true });
    const picks = pick('support-tone-v6');
    await commands.with();
    await commands.withBase();
    assert.deepEqual([picks, compared()], [[], ['support-tone-v7']]);
    assert.equal(page?.posted.filter(({ type }) => type === 'showSettings').length, 2);
  });

  it('wait for the end of a chat’s answer', async () => {
    const { service } = world();
    holdRequests(service);
    const panel = await chats().panels.create(row('support-tone-v7'));
    const asked = panel.session.send('Hello');
    pick('support-tone-v6');
    const seen = person({});
    await commands.with();
    assert.match(seen.messages[0] ?? '', /Wait for the end of the answer/u);
    assert.equal(compared().length, 1);
    panel.session.stop();
    await asked;
  });
});
