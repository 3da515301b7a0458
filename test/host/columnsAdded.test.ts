import assert from 'node:assert/strict';
import { ChatTab, useChatTab } from './support/chatTab.ts';
import { usePicking } from './support/picking.ts';
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

  const add = (name: string) => {
    pick(name);
    return tab().ask({ type: 'addModel' });
  };

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
});
