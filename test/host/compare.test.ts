import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useCompareTab } from './support/compareTab.ts';
import { usePicking } from './support/picking.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const chat = 'POST /api/v1/chat/completions';

describe('The page of a comparison', () => {
  const world = useWorld();
  const pick = usePicking();
  const tab = useCompareTab(world, [base, lora]);

  const bodies = () =>
    world()
      .service.requests.filter(({ path }) => path === '/api/v1/chat/completions')
      .map(
        ({ body }) => JSON.parse(body) as { model: string; messages: { role: string; content: string }[] },
      );
  const send = (text: string) => tab().ask({ type: 'send', text });

  it('has a column for each model, and its tab names them', () => {
    const { frame, recorded } = tab();
    assert.deepEqual(
      frame.columns.map(({ name }) => name),
      [base, lora],
    );
    assert.equal(recorded.panel.title, `Compare: ${base}, ${lora}`);
    assert.equal(frame.columns[1]?.model.description, `LoRA on ${base}, by Ada Example`);
    assert.equal(frame.vote, undefined);
    assert.equal(frame.noSend, undefined);
  });

  it('sends each message numbered without a gap, and the paths after their turns', async () => {
    await send('Hello');
    const { posted } = tab().recorded;
    const [first] = posted;
    assert.deepEqual(
      posted.map(({ seq }) => seq),
      posted.map((_message, index) => (first?.seq ?? 0) + index),
    );
    const known = new Set<string>();
    for (const message of posted) {
      if (message.type === 'turn') known.add(message.turn.id);
      if (message.type === 'paths')
        for (const id of message.paths.flatMap(({ ids }) => ids)) assert.ok(known.has(id));
    }
    assert.equal(known.size, 3, 'one question and two answers');
  });

  it('asks each column with its own answers, and ties the question’s turns', async () => {
    await send('First');
    await send('Second');
    const second = bodies().slice(2);
    assert.deepEqual(second.map(({ model }) => model).sort(), [base, lora]);
    for (const { model, messages } of second) {
      const own = tab().answers(model)[0]?.text;
      assert.deepEqual(
        messages.map(({ content }) => content),
        ['First', own, 'Second'],
      );
    }
    const asked = [...tab().session.conversation.turns.values()].filter(
      ({ role, text }) => role === 'user' && text === 'Second',
    );
    assert.equal(asked.length, 2);
    assert.equal(new Set(asked.map((turn) => turn.role === 'user' && turn.ask)).size, 1);
  });

  it('holds an alert in the column that failed, which is retried alone, and no vote until then', async () => {
    const { service } = world();
    service.fail({ kind: 'status', status: 403, on: chat, times: 1 });
    await send('Hello');
    const failed = tab().frame.columns.find(({ remark }) => remark !== undefined);
    assert.match(failed?.remark ?? '', /No answer to the last question here: its context differs/u);
    assert.equal(tab().frame.vote, undefined);
    assert.equal(tab().frame.same, undefined);
    const [answer] = tab().answers(failed?.name ?? '');
    assert.equal(answer?.state, 'failed');
    const before = bodies().length;
    await tab().ask({ type: 'alertAction', turn: answer?.id ?? '', action: 'retry' });
    assert.equal(bodies().length, before + 1);
    assert.equal(bodies().at(-1)?.model, failed?.name);
    assert.equal(
      tab().frame.columns.find(({ remark }) => remark !== undefined),
      undefined,
    );
    assert.deepEqual(
      tab().frame.vote?.choices.map(({ label }) => label),
      [base, lora, 'Tie'],
    );
    assert.equal(tab().answers(failed?.name ?? '')[0]?.figures?.isTogether, undefined);
  });

  it('drops the message that waits if a column has failed before it was queued', async () => {
    const { service } = world();
    service.fail({ kind: 'status', status: 403, on: chat, times: 1 });
    service.tokensPerSecond = 20;
    const { recorded, session } = tab();
    recorded.say({ type: 'send', text: 'Hello' });
    await until(session.onDidChange, 'one column has failed', () => session.streamingAnswers.length === 1);
    recorded.say({ type: 'queue', id: 'q1', text: 'Next' });
    await until(recorded.onDidPost, 'it waits', () => tab().frame.queued !== undefined);
    service.tokensPerSecond = Number.POSITIVE_INFINITY;
    await until(recorded.onDidPost, 'it is back', () => tab().frame.queued === undefined);
    assert.equal(tab().isBusy, false);
    assert.equal(bodies().length, 2);
  });

  it('names in the vote the models that had answered, whatever a column has now', async () => {
    await send('Hello');
    pick('support-tone-v6');
    await tab().change({ type: 'chooseModel', column: tab().columnId(lora) }, ({ columns }) =>
      columns.some(({ name }) => name === 'support-tone-v6'),
    );
    assert.deepEqual(
      tab().frame.vote?.choices.map(({ label }) => label),
      [base, lora, 'Tie'],
    );
  });

  it('says if the answers are the same', async () => {
    world().service.fail({ kind: 'answer', text: 'Dear customer', on: chat });
    await send('Hello');
    assert.equal(
      tab().frame.same,
      'Both answers are the same. At temperature 0 this can mean that the adapter is not applied.',
    );
  });

  it('keeps votes in the chat’s file, and sums them in words', async () => {
    await send('Hello');
    const best = tab().columnId(lora);
    await tab().change({ type: 'vote', best }, ({ vote }) => (vote?.tally.length ?? 0) > 0);
    assert.equal(tab().frame.vote?.chosen, best);
    assert.deepEqual(tab().frame.vote?.tally, [
      `${lora} was better once, ${base} never.`,
      'Few votes prove nothing.',
    ]);
    await tab().change({ type: 'vote', best: 'tie' }, ({ vote }) => vote?.chosen === 'tie');
    assert.deepEqual(tab().frame.vote?.tally, [
      `Neither ${base} nor ${lora} was better, 1 tie.`,
      'Few votes prove nothing.',
    ]);
    await tab().session.keepAll();
    const kept = await tab().store.load(tab().session.conversation.id);
    assert.deepEqual(kept?.conversation.comparison, tab().session.conversation.comparison);
  });

  it('asks one after the other, and can be stopped for one column or for all', async () => {
    const { service } = world();
    service.tokensPerSecond = 20;
    await tab().change({ type: 'oneAtATime', isOn: true }, ({ isOneAtATime }) => isOneAtATime);
    const done = tab().ask({ type: 'send', text: 'Hello' });
    await until(
      tab().recorded.onDidPost,
      'the second is in line',
      () => tab().frame.columns[1]?.inLine !== undefined,
    );
    await until(
      tab().session.onDidChange,
      'the first streams',
      () => (tab().answers(base)[0]?.text ?? '') !== '',
    );
    assert.equal(bodies().length, 1);
    service.tokensPerSecond = Number.POSITIVE_INFINITY;
    tab().recorded.say({ type: 'stop', column: tab().columnId(base) });
    await done;
    assert.equal(tab().answers(base)[0]?.state, 'stopped');
    assert.equal(tab().answers(lora)[0]?.state, 'complete');
    assert.equal(tab().answers(lora)[0]?.figures?.isTogether, undefined);
    assert.equal(tab().frame.status, '1 of 2 answers complete');
    service.tokensPerSecond = 20;
    const asked = service.nextRequest(({ body }) => body.includes('Again'));
    const stopped = tab().ask({ type: 'send', text: 'Again' });
    await asked;
    await until(
      tab().recorded.onDidPost,
      'one is in line',
      () => tab().frame.columns[1]?.inLine !== undefined,
    );
    tab().recorded.say({ type: 'stop' });
    await stopped;
    assert.equal(bodies().filter(({ messages }) => messages.at(-1)?.content === 'Again').length, 1);
    assert.equal(tab().frame.status, 'Stopped');
  });

  it('shares its settings with all columns but those that have their own, and shows what each is asked with', async () => {
    await tab().change(
      { type: 'settings', settings: { temperature: 0 } },
      ({ settings }) => settings.temperature === 0,
    );
    const own = { systemPrompt: 'You are kind.', temperature: 1 };
    const column = tab().columnId(lora);
    await tab().change(
      { type: 'settings', settings: own, column },
      ({ columns }) => columns[1]?.hasOwnSettings === true,
    );
    assert.deepEqual(
      tab().frame.columns.map(({ settingsText }) => settingsText),
      ['1 setting', '1 setting · “You are kind.”'],
    );
    await send('Hello');
    const of = (name: string) => bodies().find(({ model }) => model === name);
    assert.deepEqual(of(base), { ...of(base), temperature: 0 });
    assert.deepEqual(of(lora)?.messages[0], { role: 'system', content: 'You are kind.' });
    await tab().change(
      { type: 'shareSettings', column },
      ({ columns }) => columns[1]?.hasOwnSettings === false,
    );
    assert.deepEqual(tab().frame.columns[1]?.settings, { temperature: 0 });
  });

  it('tells in its column that a model was deleted, and asks only the others', async () => {
    const { pending, connection } = world();
    const deleted = { connectionId: connection.id, kind: 'lora', name: lora } as const;
    await pending.during(deleted, async () => ({ isGone: true }));
    tab().panel.refresh();
    assert.match(tab().frame.columns[1]?.remark ?? '', /was deleted/u);
    await send('Hello');
    assert.deepEqual(
      bodies().map(({ model }) => model),
      [base],
    );
    assert.equal(tab().frame.vote, undefined);
  });

  it('shows the medians from three answers on, without the first request', async () => {
    for (const text of ['One', 'Two', 'Three']) await send(text);
    assert.match(tab().frame.columns[0]?.medians ?? '', /^Median of 3 answers: /u);
    await send('Four');
    assert.match(tab().frame.columns[0]?.medians ?? '', /to first token/u);
  });

  it('shows the differences in VS Code’s diff editor', async () => {
    await send('Hello');
    tab().recorded.say({ type: 'showDifferences' });
    const shown = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'a diff editor',
      () => shown()?.input instanceof vscode.TabInputTextDiff,
    );
    const input = shown()?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(shown()?.label, `${base} ↔ ${lora}`);
    assert.equal(tab().documents.provideTextDocumentContent(input.original), tab().answers(base)[0]?.text);
    assert.equal(tab().documents.provideTextDocumentContent(input.modified), tab().answers(lora)[0]?.text);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('continues a column as a chat with its model alone', async () => {
    await send('Hello');
    tab().recorded.say({ type: 'continueAsChat', column: tab().columnId(lora) });
    await until(tab().recorded.onDidPost, 'a chat is opened', () => tab().opened.length > 0);
    const [opened] = tab().opened;
    assert.ok(opened && opened.comparison === undefined && opened.model === lora);
    assert.deepEqual(
      [...opened.turns.values()].map(({ text }) => text),
      ['Hello', tab().answers(lora)[0]?.text],
    );
  });
});

describe('A model added to a comparison', () => {
  const world = useWorld();
  const pick = usePicking();
  const tab = useCompareTab(world, [base, lora]);

  it('answers the last question, and a closed column comes back with its answers', async () => {
    await tab().ask({ type: 'send', text: 'Hello' });
    pick('support-tone-v6');
    await tab().ask({ type: 'addModel' });
    assert.deepEqual(
      tab().frame.columns.map(({ name }) => name),
      [base, lora, 'support-tone-v6'],
    );
    const [answer] = tab().answers('support-tone-v6');
    assert.equal(answer?.state, 'complete');
    await tab().change(
      { type: 'closeColumn', column: tab().columnId('support-tone-v6') },
      ({ columns }) => columns.length === 2,
    );
    const before = world().service.requests.length;
    pick('support-tone-v6');
    await tab().change({ type: 'addModel' }, ({ columns }) => columns.length === 3);
    assert.equal(tab().answers('support-tone-v6')[0]?.text, answer?.text);
    assert.equal(world().service.requests.length, before);
  });
});
