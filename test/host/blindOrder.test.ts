import assert from 'node:assert/strict';
import type { PageAnswer } from '../../src/protocol/chat.ts';
import { holdRequests, onChat } from '../service/faults/hold.ts';
import { useBlindTab } from './support/blindTab.ts';
import { useWorld } from './support/world.ts';

describe('A blind comparison of four models', () => {
  const world = useWorld();
  const all = ['llama-3-8b', 'support-tone-v5', 'support-tone-v6', 'support-tone-v7'] as const;
  const tab = useBlindTab(world, all);

  it('names, asks and sends its answers in the order of the letters, not of the columns', async () => {
    const { service } = world();
    service.clearFaults();
    const release = holdRequests(service);
    await tab().change({ type: 'oneAtATime', isOn: true }, ({ isOneAtATime }) => isOneAtATime);
    const done = tab().send('Hello');
    await tab().shows(
      'all are asked for',
      ({ streams }, page) => streams.length === 4 && page.rows.length > 0,
    );
    const drawn = tab()
      .page.row()
      .cells.map(({ answer }) => answer);
    assert.deepEqual(
      tab().frame.streams.map(({ turn }) => turn),
      drawn,
      'who is asked first',
    );
    release();
    await done;
    const sent = () =>
      tab()
        .recorded.posted.flatMap((one) =>
          one.type === 'snapshot' ? one.turns : one.type === 'turn' ? [one.turn] : [],
        )
        .filter((turn): turn is PageAnswer => turn.role === 'assistant')
        .map(({ id }) => id);
    assert.deepEqual([...new Set(sent())], drawn, 'as they began');
    tab().recorded.posted.length = 0;
    tab().recorded.say({ type: 'ready' });
    assert.deepEqual(sent(), drawn, 'in a snapshot');
  });

  it('names those that gave the same answer in the order of the letters', async () => {
    const { service } = world();
    service.clearFaults();
    service.fail({ kind: 'answer', text: 'Dear customer', on: onChat, times: 3 });
    await tab().send('Hello');
    const [, names = ''] = /^(.*) gave the same answer\.$/u.exec(tab().page.row().same ?? '') ?? [];
    assert.deepEqual(names.match(/[A-D]/gu)?.length, 3);
    assert.deepEqual(names.match(/[A-D]/gu), names.match(/[A-D]/gu)?.toSorted());
  });
});
