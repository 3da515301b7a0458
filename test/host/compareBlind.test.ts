import assert from 'node:assert/strict';
import { chatItem } from '../../src/ui/chats/view/chatNodes.ts';
import { pickModel } from '../../src/ui/models/pickModel.ts';
import { useCompareTab } from './support/compareTab.ts';
import { usePicking } from './support/picking.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const models = ['support-tone-v6', 'support-tone-v7'];
const chat = 'POST /api/v1/chat/completions';

describe('A blind comparison', () => {
  const world = useWorld();
  const tab = useCompareTab(world, models);
  const picking = usePicking();

  beforeEach(async () => {
    world().service.fail({ kind: 'answer', text: 'Dear customer', on: chat });
    await tab().change({ type: 'blind', isOn: true }, ({ blind }) => blind === 'hidden');
    tab().recorded.posted.length = 0;
    tab().recorded.say({ type: 'ready' });
  });

  const sent = () => JSON.stringify(tab().recorded.posted);
  const names = () => tab().frame.columns.map(({ name }) => name);

  it('sends its page letters alone, whatever happens, until the vote reveals the names', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    assert.deepEqual(names(), ['A', 'B']);
    for (const told of [
      'support-tone',
      'llama',
      world().connection.name,
      'ttftMs',
      'completionTokens',
      '"stop"',
    ]) {
      assert.ok(!sent().includes(told), told);
    }
    assert.equal(tab().recorded.panel.title, 'Hello');
    assert.equal(tab().frame.noSend, 'Vote to see the names.');
    const [first] = tab().session.conversation.comparison?.columns ?? [];
    await tab().change({ type: 'vote', best: tab().columnId('A') }, ({ blind }) => blind === 'revealed');
    assert.deepEqual(
      names(),
      tab().session.conversation.comparison?.columns.map(({ model }) => model),
    );
    assert.equal(tab().frame.vote?.chosen, first?.id);
    assert.equal(tab().frame.vote?.canVote, false);
    const [one, other] = names();
    assert.equal(tab().frame.status, `You chose ${one}. A was ${one}, B was ${other}.`);
    assert.match(
      tab().frame.vote?.tally[0] ?? '',
      new RegExp(`^${first?.model} was better once, .* never \\(a blind vote\\)`, 'u'),
    );
    const snapshot = tab().recorded.posted.findLast(({ type }) => type === 'snapshot');
    assert.ok(snapshot?.type === 'snapshot');
    const answers = snapshot.turns.filter((turn) => turn.role === 'assistant');
    assert.deepEqual(answers.map(({ model }) => model).sort(), models);
    assert.ok(answers.every(({ figures }) => figures?.completionTokens !== undefined));
  });

  it('gives the columns new ids with its question, so that nothing earlier tells them apart', async () => {
    const before = tab().frame.columns.map(({ id }) => id);
    await tab().ask({ type: 'send', text: 'Hello' });
    assert.ok(tab().frame.columns.every(({ id }) => !before.includes(id)));
  });

  it('hides what fails, too, and lets only that be tried again', async () => {
    const { service } = world();
    service.clearFaults();
    const body = JSON.stringify({ error: { message: 'support-tone-v6 and support-tone-v7 are down' } });
    service.fail({ kind: 'status', status: 403, body, on: chat });
    await tab().ask({ type: 'send', text: 'Hello' });
    assert.ok(!sent().includes('support-tone'), 'a name');
    assert.ok(!sent().includes(world().connection.name), 'the connection');
    const turn = tab().answers('A')[0]?.id ?? '';
    const before = service.requests.length;
    for (const type of ['regenerate', 'select', 'copyExchange', 'showExchange'] as const)
      tab().recorded.say({ type, turn });
    tab().recorded.say({ type: 'continueAsChat', column: tab().columnId('A') });
    tab().recorded.say({ type: 'chooseModel', column: tab().columnId('A') });
    service.clearFaults();
    await tab().ask({ type: 'alertAction', turn, action: 'retry' });
    assert.equal(service.requests.length, before + 1);
    assert.deepEqual(tab().opened, []);
    assert.ok(!tab().recorded.posted.some(({ type }) => type === 'exchange'));
  });

  it('says of all columns alike that one of the models is gone, and asks none of them', async () => {
    const { pending, connection, service } = world();
    const deleted = { connectionId: connection.id, kind: 'lora', name: 'support-tone-v7' } as const;
    const gone = () => tab().frame.columns.map(({ model, remark }) => [model.gone, remark]);
    const text = 'One of the models is gone. Untick Blind to see which one.';
    const alike = [
      [text, text],
      [text, text],
    ];
    await pending.during(deleted, async () => ({ isGone: true }));
    tab().panel.refresh();
    assert.deepEqual(gone(), alike);
    assert.equal(tab().frame.noSend, text);
    const before = service.requests.length;
    tab().recorded.say({ type: 'send', text: 'Hello' });
    assert.equal(tab().session.conversation.turns.size, 0);
    pending.forgetListed(connection.id, () => true);
    await tab().ask({ type: 'send', text: 'Hello' });
    assert.equal(service.requests.length, before + 2);
    await pending.during(deleted, async () => ({ isGone: true }));
    tab().panel.refresh();
    assert.deepEqual(gone(), alike);
  });

  it('offers no list of models once it has its question, since that would mark the first column’s', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    const picks = picking();
    tab().recorded.say({ type: 'addModel' });
    // By the time that this one has been left, so has one that was asked for before.
    await pickModel(world(), { title: 'Another' });
    assert.deepEqual(
      picks.map(({ title }) => title),
      ['Another'],
    );
  });

  it('tries again what was stopped before its first word', async () => {
    const { service } = world();
    service.clearFaults();
    service.fail({ kind: 'hang', on: chat });
    const { recorded, session } = tab();
    recorded.say({ type: 'send', text: 'Hello' });
    await until(session.onDidChange, 'both are asked', () => session.streamingAnswers.length === 2);
    recorded.say({ type: 'stop' });
    await until(session.onDidChange, 'both have ended', () => !tab().isBusy);
    assert.equal(tab().frame.noSend, 'Retry the answer that is missing, or untick Blind to see the names.');
    service.clearFaults();
    for (const name of ['A', 'B']) {
      const turn = tab().answers(name)[0]?.id ?? '';
      const shown = recorded.posted.findLast((one) => one.type === 'turn' && one.turn.id === turn);
      assert.ok(shown?.type === 'turn' && shown.turn.role === 'assistant');
      assert.deepEqual(
        shown.turn.alert?.buttons.map(({ action }) => action),
        ['retry'],
      );
      await tab().ask({ type: 'alertAction', turn, action: 'retry' });
    }
    assert.equal(tab().frame.noSend, 'Vote to see the names.');
  });

  it('leaves the recently used models as they are, whose order would tell', async () => {
    const before = world().recent.all;
    await tab().ask({ type: 'send', text: 'Hello' });
    assert.deepEqual(world().recent.all, before);
  });

  it('stays as it was judged', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    await tab().change({ type: 'vote', best: 'tie' }, ({ blind }) => blind === 'revealed');
    const { session, recorded, frame } = tab();
    assert.ok(frame.isSpent && !tab().panel.canBeAsked);
    const before = session.conversation;
    const [column] = frame.columns;
    const turn = tab().answers(column?.name ?? '')[0]?.id ?? '';
    recorded.say({ type: 'regenerate', turn });
    recorded.say({ type: 'alertAction', turn, action: 'continue' });
    recorded.say({ type: 'edit', turn: [...before.turns.keys()][0] ?? '', text: 'Other' });
    recorded.say({ type: 'chooseModel', column: column?.id ?? '' });
    recorded.say({ type: 'closeColumn', column: column?.id ?? '' });
    // What was refused is done with by the time that the next action is.
    recorded.say({ type: 'oneAtATime', isOn: true });
    await until(recorded.onDidPost, 'the next action', () => tab().frame.isOneAtATime);
    assert.equal(session.streaming, undefined);
    assert.deepEqual(session.conversation.turns, before.turns);
    assert.deepEqual(session.conversation.comparison?.columns, before.comparison?.columns);
  });

  it('has one question, and another one is asked in a new comparison', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    const before = world().service.requests.length;
    tab().recorded.say({ type: 'send', text: 'Again' });
    tab().recorded.say({ type: 'queue', id: 'q1', text: 'Again' });
    await tab().change({ type: 'vote', best: 'tie' }, ({ blind }) => blind === 'revealed');
    tab().recorded.say({ type: 'send', text: 'Again' });
    tab().panel.attachments.tray.add({ name: 'a.txt', text: 'A' });
    await tab().change({ type: 'askAnother', draft: 'Next' }, () => tab().closed.length > 0);
    assert.equal(world().service.requests.length, before);
    const [next] = tab().opened;
    assert.equal(next?.comparison?.blind, 'hidden');
    assert.equal(next?.turns.size, 0);
    assert.deepEqual(next?.comparison?.votes, []);
    assert.deepEqual(next?.comparison?.columns.map(({ model }) => model).sort(), models);
    assert.deepEqual(tab().drafts, [{ text: 'Next', attachments: [{ name: 'a.txt', text: 'A' }] }]);
    assert.deepEqual(tab().closed, [tab().session]);
  });

  it('is told by no row of the Chats view', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    const [summary] = await tab().store.list();
    assert.ok(summary);
    const item = chatItem({ type: 'chat', chatId: summary.id, summary }, () => world().connection.name);
    assert.doesNotMatch(
      JSON.stringify([item.label, item.description, item.tooltip]),
      /support-tone|acme|127/iu,
    );
    assert.match(String(item.description), /^Blind comparison · /u);
  });

  it('has the same settings for all', async () => {
    await tab().change({ type: 'blind', isOn: false }, ({ blind }) => blind === 'off');
    const column = tab().columnId('support-tone-v7');
    await tab().change({ type: 'settings', settings: { temperature: 1 }, column }, ({ columns }) =>
      columns.some(({ hasOwnSettings }) => hasOwnSettings),
    );
    await tab().change({ type: 'blind', isOn: true }, ({ blind }) => blind === 'hidden');
    assert.ok(tab().frame.columns.every(({ settings }) => settings.temperature === undefined));
    tab().recorded.say({ type: 'settings', settings: { temperature: 1 }, column: tab().columnId('A') });
    assert.ok(tab().frame.columns.every(({ settings }) => settings.temperature === undefined));
  });

  it('can be given up without a vote, which is not counted', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    await tab().change({ type: 'blind', isOn: false }, ({ blind }) => blind === 'revealed');
    assert.equal(tab().frame.vote, undefined);
    tab().recorded.say({ type: 'vote', best: 'tie' });
    assert.deepEqual(tab().session.conversation.comparison?.votes, []);
  });
});
