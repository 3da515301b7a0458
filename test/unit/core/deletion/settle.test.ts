import assert from 'node:assert/strict';
import type { DeletionEntry, Outcome } from '../../../../src/core/deletion/outcome.ts';
import { afterList, needsList, settle } from '../../../../src/core/deletion/settle.ts';
import { lora, useFolder } from '../fixtures.ts';
import { brief, DeletionBench, many } from './deletionBench.ts';
import { type ListFault, type Script, ScriptedService } from './scriptedService.ts';

const notFound = { kind: 'notFound', status: 404 };
const lost = { kind: 'network', code: 'ECONNRESET' };

describe('The list at the end of a deletion', () => {
  const folder = useFolder();

  it('is requested once, after every DELETE has ended, however many entries need it', async () => {
    const bench = new DeletionBench(folder(), {
      ...many(4, { delete: ['lost, but deleted'] }),
      gone: { get: ['404, and gone'] },
      well: {},
    });
    let running = 0;
    bench.service.onRequest = (method) => {
      if (method === 'LIST') assert.equal(running, 0);
    };
    const deleteLora = bench.service.deleteLora.bind(bench.service);
    bench.service.deleteLora = (...call) => {
      running += 1;
      return deleteLora(...call).finally(() => {
        running -= 1;
      });
    };
    await bench.run();
    assert.deepEqual([bench.service.lists, bench.service.requests.at(-1)], [1, 'LIST']);
  });

  const settled: Script[] = [
    { delete: ['lost, but deleted'] },
    { delete: ['500, but deleted'] },
    { delete: ['404, and gone'] },
    { delete: ['no object'] },
    { get: ['404, and gone'] },
  ];
  const scripts = Object.fromEntries(settled.map((script, index) => [`n${index}`, script]));

  for (const lists of [['fails'], ['skipped entry'], ['partial content']] satisfies ListFault[][]) {
    it(`settles nothing if it is not good (${lists}): only a 2xx stays deleted`, async () => {
      const bench = new DeletionBench(folder(), scripts, { lists });
      const entries = await bench.run();
      const outcomes = entries.map(({ outcome }) => outcome);
      const briefs = 'n0: unknown, n1: unknown, n2: unknown, n3: deleted, n4: failed';
      assert.equal(entries.map(brief).join(', '), briefs);
      assert.deepEqual(outcomes.at(-1), { is: 'failed', at: 'check', error: notFound });
      assert.deepEqual(await bench.journaled(), ['n0?', 'n1?', 'n2?', 'n3: retrieved']);
    });
  }

  it('proves nothing of what it still has after a request was sent, even if the answer was a 2xx', async () => {
    const bench = new DeletionBench(folder(), {
      a: { delete: ['500'] },
      b: { delete: ['404, but there'] },
      c: { delete: ['no object, but there'] },
      d: { get: ['404, but there'] },
    });
    const entries = await bench.run();
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      [
        { is: 'unknown', isListed: true, error: { kind: 'server', status: 500 } },
        { is: 'unknown', isListed: true, error: notFound },
        { is: 'unknown', isListed: true },
        { is: 'failed', at: 'check', isListed: true, error: notFound },
      ],
    );
    assert.deepEqual(await bench.journaled(), ['a?', 'b?', 'c?']);
    assert.deepEqual([...((await bench.kept())?.entries.values() ?? [])], entries);
  });

  it('is not requested with another key: what was sent stays unknown', async () => {
    const bench = new DeletionBench(folder(), { a: { delete: ['lost, but deleted'] } });
    bench.service.onRequest = (method) => {
      if (method === 'DELETE') bench.credentials = 'other';
    };
    assert.deepEqual(await bench.outcomes(), ['a: unknown']);
    assert.deepEqual(bench.service.lists, 0);
    assert.deepEqual(await bench.journaled(), ['a?']);
  });

  const outcomes: [Outcome, boolean][] = [
    [{ is: 'unknown' }, true],
    [{ is: 'unknown', error: lost }, true],
    [{ is: 'deleted', isReturned: false }, true],
    [{ is: 'deleted', isReturned: true }, false],
    [{ is: 'failed', at: 'check', error: notFound }, true],
    [{ is: 'failed', at: 'deletion', error: notFound }, false],
    [{ is: 'failed', at: 'check', error: lost }, false],
    [{ is: 'failed', at: 'check' }, false],
    [{ is: 'alreadyGone' }, false],
    [{ is: 'changed', now: 'deployed' }, false],
    [{ is: 'refused', at: 'deletion' }, false],
    [{ is: 'notTried', why: 'stopped' }, false],
  ];
  for (const [outcome, isNeeded] of outcomes) {
    it(`${isNeeded ? 'is' : 'is not'} needed for ${JSON.stringify(outcome)}`, () => {
      assert.equal(needsList(outcome), isNeeded);
    });
  }

  it('settles everything that is gone, and of what is listed only what was never sent', () => {
    for (const [outcome, isNeeded] of outcomes) {
      if (!isNeeded) continue;
      assert.equal(needsList(afterList(outcome, true)), outcome.is !== 'failed');
      assert.ok(['deleted', 'alreadyGone'].includes(afterList(outcome, false).is));
    }
  });
});

describe('Check Now', () => {
  const names = ['lostAndGone', 'lost', 'missing', 'well', 'notTried'];
  const entries: DeletionEntry[] = [
    { lora: lora('lostAndGone'), outcome: { is: 'unknown', error: lost }, credentials: 'own' },
    { lora: lora('lost'), outcome: { is: 'unknown', error: lost }, credentials: 'own' },
    { lora: lora('missing'), outcome: { is: 'unknown', error: notFound }, credentials: 'own' },
    { lora: lora('well'), outcome: { is: 'deleted', isReturned: true }, credentials: 'own' },
    { lora: lora('notTried'), outcome: { is: 'notTried', why: 'interrupted' }, credentials: 'own' },
  ];

  function check(given: readonly DeletionEntry[], lists: ListFault[] = [], signal?: AbortSignal) {
    const service = new ScriptedService(Object.fromEntries(names.map((name) => [name, {}])), lists);
    for (const name of ['lostAndGone', 'missing', 'well']) service.present.delete(name);
    const written: string[] = [];
    const write = async (name: string, outcome: Outcome) =>
      written.push(brief({ lora: lora(name), outcome, credentials: 'own' }));
    const settled = settle(given, {
      lister: service,
      credentials: 'own',
      options: signal ? { signal } : {},
      write,
    });
    return { settled, written, service };
  }

  it('settles everything unknown by one list, deletes nothing, and records the outcomes', async () => {
    const { settled, written, service } = check(entries);
    const { entries: now, problem } = await settled;
    assert.deepEqual(now.map(brief), [
      'lostAndGone: deleted',
      'lost: unknown',
      'missing: deleted',
      'well: deleted',
      'notTried: notTried (interrupted)',
    ]);
    assert.equal(problem, undefined);
    assert.deepEqual(service.requests, ['LIST']);
    assert.deepEqual(written, ['lostAndGone: deleted', 'lost: unknown', 'missing: deleted']);
  });

  for (const [fault, kind, code] of [
    ['fails', 'server', undefined],
    ['skipped entry', 'protocol', 'LIST_NOT_WHOLE'],
    ['partial content', 'protocol', 'LIST_NOT_WHOLE'],
  ] as const) {
    it(`says why it could not tell, and writes nothing: ${fault}`, async () => {
      const { settled, written } = check(entries, [fault]);
      const { entries: now, problem } = await settled;
      assert.deepEqual(now, entries);
      assert.deepEqual([problem?.kind, problem?.code], [kind, code]);
      assert.deepEqual(written, []);
    });
  }

  it('leaves alone what is known or was agreed to with another key, and does not even ask', async () => {
    const others = entries.map((entry) => ({ ...entry, credentials: 'other' }));
    for (const given of [others, entries.slice(3)]) {
      const { settled, written, service } = check(given);
      assert.deepEqual((await settled).entries, given);
      assert.deepEqual([written, service.requests], [[], []]);
    }
  });

  it('can be stopped', async () => {
    const reason = new Error('stopped');
    await assert.rejects(check(entries, [], AbortSignal.abort(reason)).settled, reason);
  });

  it('hides neither a bug of our own nor a failing disk', async () => {
    const write = () => Promise.reject(new Error('The disk is full.'));
    const parts = { credentials: 'own', options: {}, write };
    const lister = new ScriptedService({});
    await assert.rejects(settle(entries, { ...parts, lister }), /The disk is full/u);
    const broken = { listLoras: () => Promise.reject(new TypeError('our own')) };
    await assert.rejects(settle(entries, { ...parts, lister: broken }), TypeError);
  });
});
