import assert from 'node:assert/strict';
import { useChatTab } from './support/chatTab.ts';
import { saidIn, sentBodies } from './support/sentBodies.ts';
import { useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';

describe('The ways that columns go', () => {
  const world = useWorld();
  const tab = useChatTab(world, [base, lora]);
  const texts = () => tab().page.rows.map(({ question }) => tab().page.turns.get(question)?.text);

  it('part where one answer is regenerated: the cells below say on which version theirs is, and can show it', async () => {
    await tab().send('First');
    await tab().send('Second');
    const second = tab().page.answer(base);
    await tab().ask({ type: 'regenerate', turn: tab().page.answer(base, 0).id });
    assert.deepEqual(texts(), ['First', 'Second']);
    const { elsewhere, answer, canAsk } = tab().page.cell(base);
    assert.deepEqual(
      [elsewhere, answer, canAsk],
      [{ text: 'On version 1 of 2', turn: second.id }, undefined, undefined],
    );
    assert.equal(tab().page.answer(base, 0).siblings.index, 2);
    assert.equal(tab().page.cell(lora).elsewhere, undefined);
    assert.equal(tab().page.row().vote, undefined);
    await tab().change(
      { type: 'select', turn: second.id },
      (_frame, page) => page.cell(base).answer === second.id,
    );
    assert.equal(tab().page.answer(base, 0).siblings.index, 1);
    assert.equal(tab().page.cell(base).elsewhere, undefined);
  });

  it('turn together where a question is edited, and back with its other version', async () => {
    await tab().send('First');
    await tab().send('Second');
    const before = tab().page.row(0).question;
    await tab().ask({ type: 'edit', turn: before, text: 'Other' });
    assert.deepEqual(texts(), ['Other']);
    assert.equal(
      tab()
        .page.row()
        .cells.filter(({ answer }) => answer !== undefined).length,
      2,
    );
    assert.deepEqual(sentBodies(world()).slice(4).map(saidIn), [['Other'], ['Other']]);
    const { previous, index, count } = tab().page.turns.get(tab().page.row().question)?.siblings ?? {};
    assert.deepEqual([previous, index, count], [before, 2, 2]);
    const later = { text: 'Later turns are on 1 of 2', turn: before };
    assert.deepEqual(
      tab()
        .page.row()
        .cells.map((cell) => cell.later),
      [later, later],
    );
    await tab().change({ type: 'select', turn: before }, (_frame, page) => page.rows.length === 2);
    assert.deepEqual(texts(), ['First', 'Second']);
    assert.ok(
      tab().page.rows.every(({ cells }) => cells.every(({ answer, later: none }) => answer && !none)),
    );
  });

  it('begin anew with a question that is sent without the earlier turns, which says so', async () => {
    await tab().send('First');
    await tab().change({ type: 'withoutEarlier', isOn: true }, ({ isWithoutEarlier }) => isWithoutEarlier);
    await tab().send('Alone');
    await tab().change({ type: 'withoutEarlier', isOn: false }, ({ isWithoutEarlier }) => !isWithoutEarlier);
    await tab().send('Next');
    assert.deepEqual(texts(), ['First', 'Alone', 'Next']);
    const notices = tab().page.rows.map(({ question }) => {
      const turn = tab().page.turns.get(question);
      return turn?.role === 'user' && turn.notice;
    });
    assert.deepEqual(notices, [undefined, 'Sent without the earlier turns.', undefined]);
  });
});
