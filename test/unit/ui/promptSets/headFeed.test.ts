import assert from 'node:assert/strict';
import type { RunState } from '../../../../src/protocol/run.ts';
import { HeadFeed } from '../../../../src/ui/promptSets/page/headFeed.ts';

/** A state that says nothing but what was computed, and of how many answers. */
function stateOf(done: number, computedOf: number): RunState {
  return { runId: 'run', title: '', facts: `${done} answers, computed of ${computedOf}` } as RunState;
}

describe('What stands above the rows of a run’s page', () => {
  let answers: number;
  let isBusy: boolean;
  let computed: number;
  let posted: string[];
  /** Ends the computations one by one. */
  let ends: PromiseWithResolvers<void>[];
  let feed: HeadFeed;

  beforeEach(() => {
    [answers, isBusy, computed, posted, ends] = [2, true, 0, [], []];
    feed = new HeadFeed({
      head: {
        look: async () => undefined,
        get isComputed() {
          return computed > 0;
        },
        get isBusy() {
          return isBusy;
        },
        isMoving: false,
        isRunning: false,
        state: () => stateOf(answers, computed),
        async compute() {
          const read = answers;
          const end = Promise.withResolvers<void>();
          ends.push(end);
          await end.promise;
          computed = read;
        },
        failed: (error) => assert.fail(String(error)),
        recovered: () => undefined,
      },
      earlier: { compute: async () => undefined, addTo: (state) => state },
      rows: { refresh: async () => undefined },
      answers: 24,
      isShown: () => true,
      post: ({ facts }) => posted.push(facts),
    });
  });
  afterEach(() => feed.dispose());

  /** Resolves when `count` computations have begun. */
  async function begun(count: number): Promise<void> {
    while (ends.length < count) await new Promise(setImmediate);
  }

  async function shown(): Promise<void> {
    const end = feed.startOver();
    await begun(1);
    ends[0]?.resolve();
    await end;
    posted = [];
  }

  it('waits for what is being computed once a run has ended', async () => {
    await shown();
    [answers, isBusy] = [24, false];
    feed.follow();
    const end = Promise.all([feed.compute(), feed.show()]);
    await begun(2);
    assert.deepEqual(posted, []);
    ends[1]?.resolve();
    await end;
    assert.deepEqual([posted, ends.length], [['24 answers, computed of 24'], 2]);
  });

  it('is never computed of fewer answers once it was computed of more', async () => {
    await shown();
    answers = 20;
    const end = feed.compute();
    await begun(2);
    [answers, isBusy] = [24, false];
    feed.follow();
    const last = feed.show();
    // A second one beside the first would end before it.
    await new Promise(setImmediate);
    ends[2]?.resolve();
    ends[1]?.resolve();
    await begun(3);
    ends[2]?.resolve();
    await Promise.all([end, last]);
    assert.deepEqual(posted.slice(-1), ['24 answers, computed of 24']);
    assert.ok(
      posted.every((facts) => facts !== '24 answers, computed of 20'),
      String(posted),
    );
  });
});
