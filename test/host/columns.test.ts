import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onChat } from '../service/faults/hold.ts';
import { turnsIn } from '../unit/core/fixtures.ts';
import { useChatTab } from './support/chatTab.ts';
import { closeEditors } from './support/editors.ts';
import { sentBodies } from './support/sentBodies.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';

describe('The page of a comparison', () => {
  const world = useWorld();
  const tab = useChatTab(world, [base, lora]);

  const bodies = () => sentBodies(world());
  const labels = () =>
    tab()
      .page.row()
      .vote?.choices.flatMap(({ label, why }) => (why === undefined ? label : []));

  it('says of each column’s model what it is, and marks the base of another column’s LoRA', () => {
    const { frame } = tab();
    assert.equal(frame.columns[1]?.model.description, `LoRA on ${base}, by Ada Example`);
    assert.deepEqual(
      frame.columns.map(({ isBase }) => isBase),
      [true, false],
    );
    assert.deepEqual([frame.noSend, frame.tally, tab().page.rows], [undefined, undefined, []]);
  });

  it('sends the rows after their turns', async () => {
    await tab().send('Hello');
    const { posted } = tab().recorded;
    const known = new Set<string>();
    for (const message of posted) {
      if (message.type === 'turn') known.add(message.turn.id);
      if (message.type === 'rows')
        for (const { question, cells } of message.rows)
          for (const id of [question, ...cells.flatMap(({ answer }) => answer ?? [])])
            assert.ok(known.has(id));
    }
    assert.equal(known.size, 3, 'one question and two answers');
  });

  it('holds an alert in the cell that failed, which is retried alone, and can lose a vote only', async () => {
    world().service.fail({ kind: 'status', status: 403, on: onChat, times: 1 });
    await tab().send('Hello');
    const [failed, good] = tab().answers(base)[0]?.state === 'failed' ? [base, lora] : [lora, base];
    assert.match(tab().page.answer(failed).alert?.text ?? '', /refused the API key \(403\)/u);
    assert.equal(tab().page.answer(good).alert, undefined);
    assert.deepEqual(labels(), [good]);
    const reasons = tab()
      .page.row()
      .vote?.choices.flatMap(({ why }) => why ?? []);
    const lost = `${failed} failed, was cut off or is empty, so it can only lose.`;
    assert.deepEqual(reasons, [lost, 'A tie needs two whole answers.']);
    assert.equal(tab().page.row().same, undefined);
    assert.equal(tab().page.row().hasDifferences, undefined);
    const [answer] = tab().answers(failed);
    const before = bodies().length;
    await tab().ask({ type: 'alertAction', turn: answer?.id ?? '', action: 'retry' });
    assert.equal(bodies().length, before + 1);
    assert.equal(bodies().at(-1)?.model, failed);
    assert.deepEqual(labels(), [base, lora, 'Tie']);
    assert.equal(tab().page.row().hasDifferences, true);
    assert.equal(tab().answers(failed)[0]?.figures?.isTogether, undefined);
  });

  it('shares its settings with all columns but those that have their own, and says what each is asked with', async () => {
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
    await tab().send('Hello');
    const of = (name: string) => bodies().find(({ model }) => model === name);
    assert.equal(of(base)?.['temperature'], 0);
    assert.deepEqual(of(lora)?.messages[0], { role: 'system', content: 'You are kind.' });
    await tab().change(
      { type: 'shareSettings', column },
      ({ columns }) => columns[1]?.hasOwnSettings === false,
    );
    assert.deepEqual(tab().frame.columns[1]?.settings, { temperature: 0 });
  });

  it('shows the medians from three answers on, without the first request', async () => {
    for (const text of ['One', 'Two', 'Three']) await tab().send(text);
    assert.match(tab().frame.columns[0]?.medians ?? '', /^Median of 3 answers: /u);
    await tab().send('Four');
    assert.match(tab().frame.columns[0]?.medians ?? '', /to first token/u);
  });

  it('shows two answers in VS Code’s diff editor, as Markdown', async () => {
    await tab().send('Hello');
    tab().recorded.say({ type: 'openDiff', question: tab().page.row().question });
    const shown = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'a diff editor',
      () => shown()?.input instanceof vscode.TabInputTextDiff,
    );
    const input = shown()?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(shown()?.label, `${base} ↔ ${lora}`);
    const { documents } = tab();
    for (const [uri, name] of [
      [input.original, base],
      [input.modified, lora],
    ] as const) {
      assert.equal(documents.provideTextDocumentContent(uri), tab().answers(name)[0]?.text);
      assert.equal((await vscode.workspace.openTextDocument(uri)).languageId, 'markdown');
    }
    await closeEditors();
  });

  it('continues a column as a chat with its model alone, named after it', async () => {
    await tab().send('Hello');
    await tab().tell({ type: 'continueAsChat', column: tab().columnId(lora) });
    const [opened] = tab().opened;
    assert.deepEqual(
      opened?.columns.map(({ name }) => name),
      [lora],
    );
    assert.equal(opened?.title, `${lora}: Hello`);
    assert.deepEqual(
      [...turnsIn(opened).values()].map(({ text }) => text),
      ['Hello', tab().answers(lora)[0]?.text],
    );
  });
});
