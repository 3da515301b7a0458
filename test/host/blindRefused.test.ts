import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatToHost } from '../../src/protocol/chatToHost.ts';
import { pickModel } from '../../src/ui/models/pickModel.ts';
import { copyRequestAs } from '../../src/ui/requestCode/copyRequestAs.ts';
import { useBlindTab } from './support/blindTab.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useWorld } from './support/world.ts';

const models = ['support-tone-v6', 'support-tone-v7'] as const;
const why = 'A question is blind. Vote on it or clear Blind first.';

describe('While a question is blind', () => {
  const world = useWorld();
  const tab = useBlindTab(world, models);
  const picking = usePicking();
  const person = usePerson();

  const question = () => tab().page.row().question;
  const answer = () => tab().page.cell('A').answer ?? '';
  /** The page doesn't know it, but a message may say it. */
  const column = () => tab().columnId('support-tone-v7');

  const refused: Record<string, () => ChatToHost[]> = {
    'another answer': () => [
      { type: 'regenerate', turn: answer() },
      { type: 'alertAction', turn: answer(), action: 'retry' },
      { type: 'alertAction', turn: answer(), action: 'continue' },
      { type: 'alertAction', turn: answer(), action: 'withoutPictures' },
      { type: 'regenerateWith', turn: answer() },
    ],
    'another version': () => [
      { type: 'edit', turn: question(), text: 'Other' },
      { type: 'select', turn: answer() },
    ],
    'another model': () => [
      { type: 'chooseModel', column: column() },
      { type: 'chooseModel', column: 'A' },
      { type: 'chooseModel' },
      { type: 'alertAction', turn: answer(), action: 'chooseModel' },
      { type: 'addModel' },
      { type: 'closeColumn', column: column() },
      { type: 'closeColumn', column: 'A' },
    ],
    'a chat of one column': () => [
      { type: 'continueAsChat', column: column() },
      { type: 'continueAsChat', column: 'A' },
    ],
    'a request': () => [{ type: 'copyExchange', turn: answer() }],
    'own settings': () => [
      { type: 'settings', settings: { temperature: 1 }, column: column() },
      { type: 'shareSettings', column: column() },
      { type: 'savePreset', column: column() },
    ],
    'a diff': () => [{ type: 'openDiff', question: question() }],
    'what a button of its alert would open': () =>
      (['setApiKey', 'diagnose', 'showLog'] as const).map((action) => ({
        type: 'alertAction',
        turn: answer(),
        action,
      })),
  };

  const openTabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

  it('nothing gives what would tell, whatever the page says', async () => {
    await tab().send('Hello');
    person({});
    await vscode.env.clipboard.writeText('before');
    const { questions, answers, columns, closed, votes } = structuredClone(tab().session.conversation);
    const requests = world().service.requests.length;
    for (const [what, messages] of Object.entries(refused)) {
      const picks = picking();
      const posted = tab().recorded.posted.length;
      const tabs = new Set(openTabs());
      await tab().tell(...messages());
      // By the time that this one has been left, so has one that was asked for before.
      await pickModel(world(), { title: 'Another' });
      const after = tab().session.conversation;
      assert.deepEqual([after.questions, after.answers], [questions, answers], what);
      assert.deepEqual([after.closed, after.votes], [closed, votes], what);
      assert.deepEqual(
        after.columns.map(({ id, name, last }) => [id, name, last]),
        columns.map(({ id, name, last }) => [id, name, last]),
        what,
      );
      assert.deepEqual([picks.map(({ title }) => title), tab().opened], [['Another'], []], what);
      assert.deepEqual([world().service.requests.length, tab().isBusy], [requests, false], what);
      assert.equal(await vscode.env.clipboard.readText(), 'before', what);
      const later = tab().recorded.posted.slice(posted);
      assert.ok(
        later.every(({ type }) => type === 'frame'),
        what,
      );
      // One that another suite has left may go meanwhile.
      const opened = openTabs().filter((one) => !tabs.has(one));
      assert.deepEqual(opened, [], what);
    }
  });

  it('choosing a model, a chat of one column and the copied request say why they are refused', async () => {
    await tab().send('Hello');
    const seen = person({});
    await tab().tell({ type: 'chooseModel', column: column() }, { type: 'continueAsChat', column: column() });
    const { session, own } = tab();
    await copyRequestAs('bash', undefined, world(), {
      panels: { active: session },
      presets: own.presets,
    });
    assert.deepEqual(seen.messages, [why, why, why]);
  });

  it('nor is it told its request, whoever asks the page to show that', async () => {
    await tab().send('Hello');
    assert.equal(await tab().recorded.ask({ type: 'showExchange', turn: answer() }), undefined);
  });

  it('all of it can be had once the vote has revealed that question', async () => {
    await tab().send('Hello');
    await tab().change(
      { type: 'vote', question: question(), best: 'A' },
      (_frame, page) => page.row().vote?.choices[0]?.why !== undefined,
    );
    const turn = tab().page.row().cells[0]?.answer ?? '';
    assert.ok(await tab().recorded.ask({ type: 'showExchange', turn }));
    await tab().tell({ type: 'vote', question: question(), best: 'tie' });
    assert.equal(tab().session.conversation.votes.length, 1);
    assert.notEqual(tab().session.conversation.votes[0]?.best, undefined, 'it is final');
    await tab().tell({ type: 'continueAsChat', column: column() });
    assert.equal(tab().opened.length, 1);
  });
});

describe('A blind comparison’s tab', () => {
  const world = useWorld();
  const tab = useBlindTab(world, models);

  it('names no model before anything was said, and then has the first message as its title', async () => {
    assert.equal(tab().recorded.panel.title, 'Blind comparison');
    await tab().send('Hello');
    assert.equal(tab().recorded.panel.title, 'Hello');
  });
});
