import assert from 'node:assert/strict';
import type {
  RunPageDetail,
  RunPageRows,
  RunPageState,
  RunToPage,
  runToHost,
} from '../../../../src/protocol/run.ts';
import { RunPageStore } from '../../../../src/webview/run/state/runPageStore.ts';
import type { ShownRun } from '../../../../src/webview/run/state/shownRun.ts';
import { runDetail, runRow, runState } from '../../../page/runSamples.ts';
import { heldHost } from '../heldHost.ts';

function startStore(before?: RunPageState) {
  const { host, posted, kept, say, reply } = heldHost<RunToPage, typeof runToHost, RunPageState>(before);
  const store = new RunPageStore(host);
  let model: ShownRun | undefined;
  store.start(
    (next) => {
      model = next;
    },
    () => assert.fail('No answers are rated.'),
  );
  return {
    ...{ store, say, posted, kept },
    reply: (type: 'rows' | 'detail', value: RunPageRows | RunPageDetail, version?: number) =>
      reply({ type, ...(version !== undefined && { version }) }, value),
    model: () => {
      assert.ok(model);
      return model;
    },
  };
}

const state = (changes?: Parameters<typeof runState>[0]): RunToPage => ({
  type: 'state',
  state: runState(changes),
});
const list = (version: number, count: number): RunToPage => ({ type: 'list', version, count });
const rows = (from: number, prompts: number[], opened?: number): RunPageRows => ({
  ...{ from, rows: prompts.map((prompt) => runRow(prompt)) },
  ...(opened !== undefined && { opened }),
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** A page that shows the rows 0 to 20 of a list of 1,000. */
async function startShown() {
  const page = startStore();
  page.say(state(), list(1, 1000));
  await page.reply('rows', rows(0, range(0, 61)));
  page.store.see({ from: 0, to: 20, near: 0 });
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

  it('shows a list once its first rows are there, or at once if it has none', async () => {
    const { reply, posted, say, model } = startStore();
    say(state(), list(1, 1000));
    assert.equal(model().shown, undefined);
    assert.deepEqual(posted().at(-1), { type: 'rows', version: 1, from: 0, to: 61 });
    await reply('rows', rows(0, range(0, 61)), 1);
    assert.equal(model().shown?.count, 1000);
    say(list(2, 0));
    assert.equal(model().shown?.count, 0);
  });

  it('asks for rows that come into sight, one window at a time', async () => {
    const { reply, store, posted } = await startShown();
    store.see({ from: 300, to: 320, near: 0 });
    store.see({ from: 600, to: 620, near: 0 });
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 240, to: 380 }]);
    await reply('rows', rows(240, range(240, 380)), 1);
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 540, to: 680 }]);
  });

  it('keeps the rows shown while those of a changed list are on their way, asked for around what keeps its place', async () => {
    const { reply, store, posted, say, model } = await startShown();
    store.see({ from: 10, to: 30, near: 10 });
    say(list(2, 1005));
    assert.equal(model().shown?.version, 1);
    assert.deepEqual(posted(), [{ type: 'rows', version: 2, from: 0, to: 90, near: 10 }]);
    await reply('rows', rows(0, range(0, 100)), 2);
    assert.equal(model().shown?.version, 2);
    assert.equal(model().shown?.isAsked, false);
  });

  it('drops rows of another version', async () => {
    const { store, say, reply, model } = await startShown();
    store.see({ from: 300, to: 320, near: 0 });
    say(list(2, 1000));
    const before = model();
    await reply('rows', rows(0, [5]), 1);
    assert.equal(model(), before);
  });

  it('takes the next version if a list changes before its rows come', async () => {
    const { reply, posted, say, model } = await startShown();
    say(list(2, 10), list(3, 11));
    assert.deepEqual(
      posted().map((message) => Reflect.get(message, 'version')),
      [2, 3],
    );
    await reply('rows', rows(0, range(0, 10)), 2);
    assert.equal(model().shown?.version, 1);
    await reply('rows', rows(0, range(0, 11)), 3);
    assert.equal(model().shown?.version, 3);
  });

  it('asks again for what it shows when it may say something else', async () => {
    const { store, posted, say, reply, model } = await startShown();
    store.open(7);
    posted();
    say(list(1, 1000));
    assert.deepEqual(posted(), [
      { type: 'rows', version: 1, from: 0, to: 61, opened: 7 },
      { type: 'detail', prompt: 7 },
    ]);
    await reply('rows', { from: 0, rows: [runRow(0, { question: 'Changed?' })] });
    assert.equal(model().shown?.rows.get(0)?.question, 'Changed?');
  });

  it('shows another list from its beginning, with nothing opened', async () => {
    const { reply, store, posted, say, model, kept } = await startShown();
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
    await reply('rows', rows(0, range(0, 50)), 2);
    assert.equal(model().shown?.isAsked, true);
    assert.equal(model().opened, undefined);
  });

  it('waits for the list that was chosen, whatever comes of the one before', async () => {
    const { store, posted, say, model } = await startShown();
    store.choose({ show: 'differs', find: '' });
    posted();
    say(list(1, 1000));
    assert.deepEqual([posted(), model().isNew], [[], true]);
  });

  it('opens the details of a row, takes only its own, and closes them', async () => {
    const { reply, store, posted, model, kept } = await startShown();
    store.open(7);
    assert.deepEqual(posted(), [{ type: 'detail', prompt: 7 }]);
    assert.equal(kept()?.prompt, 7);
    store.open(2);
    await reply('detail', runDetail({ prompt: 2 }));
    store.open(7);
    assert.equal(model().opened?.detail, undefined);
    await reply('detail', runDetail({ prompt: 7 }));
    assert.equal(model().opened?.detail?.prompt, 7);
    store.open(undefined);
    assert.equal(model().opened, undefined);
    assert.equal(kept()?.prompt, undefined);
  });

  it('opens nothing where no row is loaded', async () => {
    const { store, posted, model } = await startShown();
    store.open(700);
    assert.deepEqual(posted(), []);
    assert.equal(model().opened, undefined);
  });

  it('follows the row that is opened to its place in a changed list, or out of it', async () => {
    const { reply, store, say, model } = await startShown();
    store.open(7);
    say(list(2, 1000));
    await reply('rows', rows(0, [900, ...range(0, 60)], 12), 2);
    assert.equal(model().opened?.at, 12);
    say(list(3, 1000));
    await reply('rows', rows(0, [901, ...range(0, 79)]), 3);
    assert.equal(model().opened?.at, 8);
    say(list(4, 2));
    await reply('rows', rows(0, [20, 21]), 4);
    assert.equal(model().opened?.at, undefined);
    assert.equal(model().opened?.prompt, 7);
  });

  it('shows after a reload what it showed before', async () => {
    const kept = { runId: 'r1', list: { show: 'worse', find: 'refund' }, top: 500, prompt: 42 } as const;
    const { reply, posted, say, model, store } = startStore(kept);
    say(state());
    assert.deepEqual(posted().slice(1), [
      { type: 'detail', prompt: 42 },
      { type: 'list', show: 'worse', find: 'refund' },
    ]);
    say(list(1, 1000));
    assert.deepEqual(posted(), [{ type: 'rows', version: 1, from: 440, to: 561, opened: 42 }]);
    await reply('rows', rows(440, range(440, 561), 510), 1);
    assert.equal(store.top, 500);
    assert.equal(model().opened?.at, 510);
  });

  it('keeps which earlier run it is compared with, and which models', async () => {
    const { say, kept } = await startShown();
    for (const before of [1, 0]) {
      const earlier = { runId: 'r0', pairs: [{ model: 1, before }] };
      say(state({ earlier }));
      assert.deepEqual(kept()?.earlier, earlier);
    }
    say(state());
    assert.equal(kept()?.earlier, undefined);
  });

  it('shows its first list again when the comparison goes with the list that was shown', async () => {
    const { posted, say, store, model } = await startShown();
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

  it('shows another run from its beginning', async () => {
    const { posted, say, kept } = startStore({ runId: 'r0', list: { show: 'all', find: 'x' }, top: 9 });
    say(state());
    assert.deepEqual(posted().at(-1), { type: 'list', show: 'differs', find: '' });
    assert.equal(kept()?.top, 0);
  });

  it('takes a newer state without asking for anything', async () => {
    const { posted, say, model } = await startShown();
    say(state({ missing: 3 }));
    assert.equal(model().state.missing, 3);
    assert.deepEqual(posted(), []);
  });
});
