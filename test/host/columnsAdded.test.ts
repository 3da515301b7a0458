import assert from 'node:assert/strict';
import { ChatTab, useChatTab } from './support/chatTab.ts';
import { usePicking } from './support/picking.ts';
import { saidIn, sentBodies } from './support/sentBodies.ts';
import { load, useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const other = 'support-tone-v6';

describe('The page of a chat with one to four columns', () => {
  const world = useWorld();
  beforeEach(() => load(world()));

  for (const models of [[lora], [base, lora], [base, lora, other, 'sql-assistant']] as const) {
    const count = models.length;
    it(`has ${count} of them in its frame, and as many cells under each question`, async () => {
      const tab = new ChatTab(world(), models);
      tab.recorded.say({ type: 'ready' });
      const title = count === 1 ? `Chat: ${lora}` : `Compare: ${models.join(', ')}`;
      assert.deepEqual([tab.recorded.panel.title, tab.frame.title], [title, title]);
      await tab.send('Hello');
      const { frame, page } = tab;
      assert.deepEqual(
        frame.columns.map(({ name }) => name),
        models,
      );
      assert.deepEqual(
        page.row().cells.map(({ id, name }) => [id, name]),
        models.map((name) => [tab.columnId(name), name]),
      );
      for (const name of models) assert.equal(page.answer(name).text, tab.answers(name)[0]?.text);
      const choices = [...models.map((label, at) => [label, String(at + 1)]), ['Tie', '0']];
      assert.deepEqual(
        page.row().vote?.choices.map(({ label, key }) => [label, key]),
        count === 1 ? undefined : choices,
      );
      assert.equal(page.row().hasDifferences, count === 1 ? undefined : true);
      assert.deepEqual([frame.canAddModel, frame.streams, frame.isHidden], [count < 4, [], false]);
      const whole =
        ['Answer complete', 'Both answers complete'][count - 1] ?? `All ${count} answers complete`;
      assert.equal(frame.status, whole);
      assert.equal(tab.recorded.panel.title, 'Hello');
      tab.dispose();
    });
  }
});

describe('A model added to a chat', () => {
  const world = useWorld();
  const pick = usePicking();
  const tab = useChatTab(world);

  const bodies = () => sentBodies(world());
  const add = (name: string) => {
    pick(name);
    return tab().ask({ type: 'addModel' });
  };

  it('answers the last question at once, with the first column’s turns before it, in that very chat', async () => {
    const { conversationId } = tab().frame;
    await tab().send('First');
    await tab().send('Second');
    await add(base);
    assert.deepEqual(
      tab().frame.columns.map(({ name }) => name),
      [lora, base],
    );
    assert.equal(tab().frame.conversationId, conversationId);
    assert.deepEqual([bodies().length, bodies().at(-1)?.model], [3, base]);
    assert.deepEqual(saidIn(bodies()[2] ?? { model: '', messages: [] }), [
      'First',
      tab().answers(lora)[0]?.text,
      'Second',
    ]);
    const { id, name } = tab().page.cell(base, 0);
    assert.deepEqual(tab().page.cell(base, 0), { id, name }, 'it was not asked the first one, and can’t be');
    assert.equal(tab().page.answer(base).state, 'complete');
    assert.equal(tab().page.row().vote?.choices.length, 3);
    assert.equal(tab().page.row(0).vote, undefined);
  });

  it('gives its cells that were not asked the name of the model that it has now', async () => {
    await tab().send('First');
    await tab().send('Second');
    await add(base);
    pick(other);
    await tab().change(
      { type: 'chooseModel', column: tab().columnId(base) },
      (_frame, page) => page.rows[0]?.cells[1]?.name === other,
    );
    assert.equal(tab().page.row().cells[1]?.name, base, 'but what it answered keeps the name');
  });

  it('can be asked the last question that it missed while its model was gone', async () => {
    await tab().send('Hello');
    await add(base);
    const { pending, connection } = world();
    const deleted = { connectionId: connection.id, kind: 'lora', name: lora } as const;
    await pending.during(deleted, async () => ({ isGone: true }));
    await tab().send('And now?');
    assert.equal(tab().page.cell(lora).canAsk, undefined);
    pending.forgetListed(connection.id, () => true);
    tab().panel.refresh();
    await tab().shows('it can be asked', (_frame, page) => page.cell(lora).canAsk === true);
    const { id: cell } = tab().page.cell(lora);
    await tab().ask({ type: 'ask', question: tab().page.row().question, cell });
    assert.deepEqual(
      [bodies().at(-1)?.model, bodies().at(-1)?.messages.length],
      [lora, 3],
      'with its own earlier turns',
    );
  });
});
