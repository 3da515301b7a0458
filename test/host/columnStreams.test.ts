import assert from 'node:assert/strict';
import type { PageTurn } from '../../src/protocol/chat.ts';
import { holdAnswers, onChat } from '../service/faults/hold.ts';
import { useChatTab } from './support/chatTab.ts';
import { sentBodies } from './support/sentBodies.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';

describe('While several columns answer', () => {
  const world = useWorld();
  const tab = useChatTab(world, [base, lora]);
  const bodies = () => sentBodies(world());

  /** What a screen reader says: each status once, from the last snapshot on. */
  const said = () => {
    const { posted } = tab().recorded;
    const since = posted.findLastIndex(({ type }) => type === 'snapshot');
    const all = posted.slice(since).flatMap((one) => ('frame' in one ? [one.frame.status] : []));
    return all.filter((text, at) => text !== '' && text !== all[at - 1]);
  };
  /** Says that the service answers both alike. */
  const same = () => world().service.fail({ kind: 'answer', text: 'Dear customer', on: onChat });
  const greedy = () =>
    tab().change(
      { type: 'settings', settings: { temperature: 0 } },
      ({ settings }) => settings.temperature === 0,
    );

  const bothBegun = () =>
    until(tab().session.onDidChange, 'both have begun', () =>
      [base, lora].every((name) => (tab().answers(name)[0]?.text ?? '') !== ''),
    );

  it('a page that comes back gets what each has said so far, and then the rest', async () => {
    const { service } = world();
    const release = holdAnswers(service);
    const { recorded } = tab();
    recorded.say({ type: 'send', text: 'Hello' });
    await bothBegun();
    recorded.say({ type: 'ready' });
    const snapshot = recorded.posted.findLast(({ type }) => type === 'snapshot');
    assert.ok(snapshot?.type === 'snapshot');
    for (const name of [base, lora]) {
      const [answer] = tab().answers(name);
      const shown: PageTurn | undefined = snapshot.turns.find(({ id }) => id === answer?.id);
      assert.ok(shown?.role === 'assistant' && shown.state === 'streaming');
      assert.equal(shown.text, answer?.text);
    }
    assert.deepEqual(
      snapshot.rows[0]?.cells.map(({ answer }) => answer),
      snapshot.frame.streams.map(({ turn }) => turn),
    );
    release();
    await tab().shows('both have ended', ({ streams }) => streams.length === 0);
    for (const name of [base, lora]) {
      assert.equal(tab().page.answer(name).text, tab().answers(name)[0]?.text);
      assert.equal(tab().page.answer(name).state, 'complete');
    }
  });

  it('who is asked is said once, and the end when all have ended', async () => {
    await tab().send('Hello');
    assert.deepEqual(said(), ['Asking 2 models…', 'Both answers complete']);
  });

  it('same answers are said with the end, without a guess why at any other temperature', async () => {
    same();
    await tab().send('Hello');
    assert.deepEqual(said(), ['Asking 2 models…', 'Both answers complete. Both answers are the same.']);
    assert.equal(tab().page.row().same, 'Both answers are the same.');
  });

  it('same answers of an adapter and its base at temperature 0 are said with what that can mean', async () => {
    same();
    await greedy();
    await tab().send('Hello');
    const text = 'Both answers are the same. At temperature 0 this can mean that the adapter is not applied.';
    assert.equal(tab().page.row().same, text);
    assert.equal(tab().frame.status, `Both answers complete. ${text}`);
  });

  it('the end of an earlier question’s answer is not said with what is the same in a later one', async () => {
    await tab().change({ type: 'withoutEarlier', isOn: true }, ({ isWithoutEarlier }) => isWithoutEarlier);
    await tab().send('Differs');
    same();
    await tab().send('Is the same');
    world().service.clearFaults();
    await tab().ask({ type: 'regenerate', turn: tab().page.answer(base, 0).id });
    assert.equal(tab().frame.status, 'Answer complete');
  });

  it('one after the other if the person wants that', async () => {
    const { service } = world();
    const queued = () => tab().frame.streams.map((one) => one.queued);
    const release = holdAnswers(service);
    await tab().change({ type: 'oneAtATime', isOn: true }, ({ isOneAtATime }) => isOneAtATime);
    const done = tab().send('Hello');
    await tab().shows('one waits', () => queued()[1] === 'Starts when the models before it are done.');
    await tab().shows(
      'the first streams',
      (_frame, page) => page.rows.length > 0 && page.answer(base).text !== '',
    );
    assert.deepEqual([bodies().length, queued()[0]], [1, undefined]);
    release();
    await done;
    assert.deepEqual(
      [base, lora].map((name) => tab().answers(name)[0]?.figures?.isTogether),
      [undefined, undefined],
    );
  });
});
