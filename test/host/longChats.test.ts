import assert from 'node:assert/strict';
import type { Turn } from '../../src/core/chats/tree/conversation.ts';
import { turnsOf } from '../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion } from '../unit/core/fixtures.ts';
import { cpuGrowth } from '../unit/cpuGrowth.ts';
import { ChatTab } from './support/chatTab.ts';
import { load, useWorld } from './support/world.ts';

describe('A chat of many turns', function () {
  this.timeout(120_000);
  const world = useWorld();
  beforeEach(() => load(world()));

  /** Shows a chat of so many turns, then the path to its last one again, as after each message. */
  async function show(count: number, answer: (id: string, question: string) => Turn): Promise<void> {
    const turns = Array.from({ length: count }, (_, at) => {
      const before = at === 0 ? undefined : `t${at - 1}`;
      return at % 2 === 0 ? newQuestion(`t${at}`, before) : answer(`t${at}`, `t${at - 1}`);
    });
    const last = `t${count - 1}`;
    const tab = new ChatTab(world(), undefined, {
      ...turnsOf(turns),
      columns: [column('tone', { last })],
    });
    tab.recorded.say({ type: 'ready' });
    await tab.session.select(last);
    const [snapshot] = tab.recorded.posted;
    assert.ok(snapshot?.type === 'snapshot' && snapshot.turns.length === count);
    tab.dispose();
  }

  for (const [what, answer] of [
    ['is shown', newAnswer],
    [
      'in which all requests were refused is shown',
      (id: string, question: string): Turn => ({
        ...newAnswer(id, question, ''),
        state: 'failed',
        error: { kind: 'badRequest', status: 400 },
      }),
    ],
  ] as const) {
    it(`${what} in time that grows with its length`, async () => {
      // VS Code computes in the same process, at times for longer than a few runs take.
      const growth = await cpuGrowth((count) => show(count, answer), 1000, 1500);
      assert.ok(growth < 8, `${growth}`);
    });
  }
});
