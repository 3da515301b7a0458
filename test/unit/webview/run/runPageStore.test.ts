import assert from 'node:assert/strict';
import type { RunPageState, RunToHost, RunToPage } from '../../../../src/protocol/run.ts';
import { RunPageStore } from '../../../../src/webview/run/model/runPageStore.ts';
import type { ShownRun } from '../../../../src/webview/run/model/shownRun.ts';
import { runDetail, runRow, runState } from '../../../page/runSamples.ts';

function startStore(kept?: RunPageState) {
  const posted: RunToHost[] = [];
  let listener: (message: RunToPage) => void = () => undefined;
  let last = kept;
  const host = {
    post: (message: RunToHost) => posted.push(message),
    kept: () => last,
    keep: (state: RunPageState) => {
      last = state;
    },
    onMessage: (next: (message: RunToPage) => void) => {
      listener = next;
    },
  };
  const store = new RunPageStore(host);
  let model: ShownRun | undefined;
  store.start(
    (next) => {
      model = next;
    },
    () => assert.fail('No answers are rated.'),
  );
  return {
    store,
    say: (...messages: RunToPage[]) => {
      for (const message of messages) listener(message);
    },
    /** What was posted since it was last asked. */
    posted: () => posted.splice(0),
    kept: () => last,
    model: () => {
      assert.ok(model);
      return model;
    },
  };
}

const state = (changes?: Parameters<typeof runState>[0]): RunToPage => ({
  type: 'state',
  seq: 1,
  state: runState(changes),
});
const list = (version: number, count: number, opened?: number): RunToPage => ({
  type: 'list',
  version,
  count,
  ...(opened !== undefined && { opened }),
});
const rows = (version: number, from: number, prompts: number[]): RunToPage => ({
  type: 'rows',
  version,
  from,
  rows: prompts.map((prompt) => runRow(prompt)),
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** A page that shows the rows 0 to 20 of a list of 1,000. */
function startShown() {
  const page = startStore();
  page.say(state(), list(1, 1000), rows(1, 0, range(0, 61)));
  page.store.see({ from: 0, to: 20, near: 0 });
  page.say(rows(1, 0, range(0, 80)));
  page.posted();
  return page;
}

describe('The store of a run’s page', () => {
  it('says ready, then asks for what differs from the base, and keeps which run it shows', () => {
    const { posted, say, kept } = startStore();
    assert.deepEqual(posted(), [{ type: 'ready' }]);
    say(state());
    assert.deepEqual(posted(), [{ type: 'list', show: 'differs', find: '' }]);
    assert.deepEqual(kept(), { runId: 'r1', list: { show: 'differs', find: '' }, top: 0 });
  });

  it('asks for all if there is nothing to compare', () => {
    const { posted, say } = startStore();
    say(state({ models: [{ name: 'm', isBase: false, isNoiseFloor: false }] }));
    assert.deepEqual(posted().at(-1), { type: 'list', show: 'all', find: '' });
  });

  it('shows a list once its first rows are there, or at once if it has none', () => {
    const { posted, say, model } = startStore();
    say(state(), list(1, 1000));
    assert.equal(model().shown, undefined);
    assert.deepEqual(posted().at(-1), { type: 'rows', version: 1, from: 0, to: 61 });
    say(rows(1, 0, range(0, 61)));
    assert.equal(model().shown?.count, 1000);
    say(list(2, 0));
    assert.equal(model().shown?.count, 0);
  });

  it('asks for rows that come into sight, one window at a time', () => {
    const { store, posted, say } = startShown();
    store.see({ from: 300, to: 320, near: 0 });
    store.see({ from: 600, to: 620, near: 0 });
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 240, to: 380 }]);
    say(rows(1, 240, range(240, 380)));
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 540, to: 680 }]);
  });

  it('keeps the rows shown while those of a changed list are on their way, asked for around what keeps its place', () => {
    const { store, posted, say, model } = startShown();
    store.see({ from: 10, to: 30, near: 10 });
    say(list(2, 1005));
    assert.equal(model().shown?.version, 1);
    assert.deepEqual(posted(), [{ type: 'rows', version: 2, from: 0, to: 90, near: 10 }]);
    say(rows(2, 0, range(0, 100)));
    assert.equal(model().shown?.version, 2);
    assert.equal(model().shown?.isAsked, false);
  });

  it('drops rows of another version', () => {
    const { say, model } = startShown();
    const before = model();
    say(rows(7, 0, [5]));
    assert.equal(model(), before);
  });

  it('takes the next version if a list changes before its rows come', () => {
    const { posted, say, model } = startShown();
    say(list(2, 10), list(3, 11));
    assert.deepEqual(
      posted().map((message) => message.type === 'rows' && message.version),
      [2, 3],
    );
    say(rows(2, 0, range(0, 10)));
    assert.equal(model().shown?.version, 1);
    say(rows(3, 0, range(0, 11)));
    assert.equal(model().shown?.version, 3);
  });

  it('takes rows that say something else', () => {
    const { say, model } = startShown();
    say({ type: 'rows', version: 1, from: 0, rows: [runRow(0, { question: 'Changed?' })] });
    assert.equal(model().shown?.rows.get(0)?.question, 'Changed?');
  });

  it('shows another list from its beginning, with nothing opened', () => {
    const { store, posted, say, model, kept } = startShown();
    store.open(3);
    store.see({ from: 3, to: 23, near: 3 });
    posted();
    store.choose({ show: 'failed', model: 1, find: '' });
    assert.deepEqual(posted(), [{ type: 'list', show: 'failed', model: 1, find: '' }]);
    assert.deepEqual(kept(), { runId: 'r1', list: { show: 'failed', model: 1, find: '' }, top: 0 });
    // The list before is still in sight.
    store.see({ from: 3, to: 23, near: 3 });
    say(list(2, 50));
    assert.deepEqual(posted(), [{ type: 'rows', version: 2, from: 0, to: 50 }]);
    say(rows(2, 0, range(0, 50)));
    assert.equal(model().shown?.isAsked, true);
    assert.equal(model().opened, undefined);
  });

  it('goes on if the list that was chosen is the one shown', () => {
    const { store, say, model } = startShown();
    store.choose({ show: 'differs', find: '' });
    say(list(1, 1000));
    assert.equal(model().isNew, false);
    assert.equal(model().shown?.isAsked, true);
  });

  it('opens the details of a row, takes only its own, and closes them', () => {
    const { store, posted, say, model, kept } = startShown();
    store.open(7);
    assert.deepEqual(posted(), [{ type: 'detail', prompt: 7 }]);
    assert.equal(kept()?.prompt, 7);
    say({ type: 'detail', detail: runDetail({ prompt: 2 }) });
    assert.equal(model().opened?.detail, undefined);
    say({ type: 'detail', detail: runDetail({ prompt: 7 }) });
    assert.equal(model().opened?.detail?.prompt, 7);
    store.open(undefined);
    assert.equal(model().opened, undefined);
    assert.equal(kept()?.prompt, undefined);
  });

  it('opens nothing where no row is loaded', () => {
    const { store, posted, model } = startShown();
    store.open(700);
    assert.deepEqual(posted(), []);
    assert.equal(model().opened, undefined);
  });

  it('follows the row that is opened to its place in a changed list, or out of it', () => {
    const { store, say, model } = startShown();
    store.open(7);
    say(list(2, 1000, 12), rows(2, 0, [900, ...range(0, 79)]));
    assert.equal(model().opened?.at, 12);
    say(list(3, 1000), rows(3, 0, [901, ...range(0, 79)]));
    assert.equal(model().opened?.at, 8);
    say(list(4, 2), rows(4, 0, [20, 21]));
    assert.equal(model().opened?.at, undefined);
    assert.equal(model().opened?.prompt, 7);
  });

  it('shows after a reload what it showed before', () => {
    const kept = { runId: 'r1', list: { show: 'worse', find: 'refund' }, top: 500, prompt: 42 } as const;
    const { posted, say, model, store } = startStore(kept);
    say(state());
    assert.deepEqual(posted().slice(1), [
      { type: 'detail', prompt: 42 },
      { type: 'list', show: 'worse', find: 'refund' },
    ]);
    say(list(1, 1000, 510));
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 440, to: 561 }]);
    say(rows(1, 440, range(440, 561)));
    assert.equal(store.top, 500);
    assert.equal(model().opened?.at, 510);
  });

  it('keeps which earlier run it is compared with, and which models', () => {
    const { say, kept } = startShown();
    for (const before of [1, 0]) {
      const earlier = { runId: 'r0', pairs: [{ model: 1, before }] };
      say(state({ earlier }));
      assert.deepEqual(kept()?.earlier, earlier);
    }
    say(state());
    assert.equal(kept()?.earlier, undefined);
  });

  it('shows its first list again when the comparison goes with the list that was shown', () => {
    const { posted, say, store, model } = startShown();
    const earlier = { runId: 'r0', pairs: [{ model: 1, before: 1 }] };
    say(state({ earlier }));
    store.choose({ show: 'worseThanBefore', find: 'refund' });
    say(state({ earlier }));
    assert.equal(model().list.show, 'worseThanBefore');
    say(state());
    assert.deepEqual(posted().at(-1), { type: 'list', show: 'differs', find: 'refund' });
    const kept = { runId: 'r1', list: { show: 'betterThanBefore' as const, find: '' }, top: 0 };
    const again = startStore(kept);
    again.say(state());
    assert.deepEqual(again.posted().at(-1), { type: 'list', show: 'differs', find: '' });
  });

  it('shows another run from its beginning', () => {
    const { posted, say, kept } = startStore({ runId: 'r0', list: { show: 'all', find: 'x' }, top: 9 });
    say(state());
    assert.deepEqual(posted().at(-1), { type: 'list', show: 'differs', find: '' });
    assert.equal(kept()?.top, 0);
  });

  it('takes a newer state without asking for anything', () => {
    const { posted, say, model } = startShown();
    say(state({ missing: 3 }));
    assert.equal(model().state.missing, 3);
    assert.deepEqual(posted(), []);
  });
});
