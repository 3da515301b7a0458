import assert from 'node:assert/strict';
import type { ServiceErrorKind } from '../../../../src/api/serviceError.ts';
import type { Outcome } from '../../../../src/core/deletion/outcome.ts';
import { failed, useFolder } from '../fixtures.ts';
import { DeletionBench } from './deletionBench.ts';
import type { ListFault } from './scriptedService.ts';

/** After these the request may have been carried out. */
const uncertain: ServiceErrorKind[] = [
  'network',
  'tls',
  'timeout',
  'server',
  'protocol',
  'tooLarge',
  'notFound',
  'redirect',
];
const certain: [ServiceErrorKind, Outcome['is']][] = [
  ['unauthorized', 'refused'],
  ['forbidden', 'refused'],
  ['badRequest', 'refused'],
  ['rateLimited', 'refused'],
  ['noKey', 'failed'],
];

describe('A failing DELETE', () => {
  const folder = useFolder();

  async function deletedAfter(kind: ServiceErrorKind, isCarriedOut: boolean, lists: ListFault[] = []) {
    const bench = new DeletionBench(folder(), { tone: {} }, { lists });
    bench.service.onRequest = (method) => {
      if (method !== 'DELETE') return;
      if (isCarriedOut) bench.service.present.delete('tone');
      throw failed(kind);
    };
    const [entry] = await bench.run();
    return { outcome: entry?.outcome, requests: bench.service.requests, journaled: await bench.journaled() };
  }

  for (const [kind, is] of certain) {
    it(`is ${is} after ${kind}, and requests nothing more`, async () => {
      const { outcome, requests, journaled } = await deletedAfter(kind, false);
      assert.deepEqual(outcome, { is, at: 'deletion', error: { kind } });
      assert.deepEqual([requests, journaled], [['GET tone', 'DELETE tone'], []]);
    });
  }

  // A gateway may have repeated it: the second one is refused because of the first.
  for (const [what, answer, outcome, journaled] of [
    ['done if the list lacks the LoRA', [true], { is: 'deleted', isReturned: false }, ['tone: retrieved']],
    ['refused if the list has it', [false], { is: 'refused', at: 'deletion', isListed: true }, []],
    ['unknown without a good list', [true, ['fails']], { is: 'unknown', isRefused: true }, ['tone?']],
  ] as [string, [boolean, ListFault[]?], object, string[]][]) {
    it(`counts after conflict as ${what}`, async () => {
      const found = await deletedAfter('conflict', ...answer);
      const { error: _error, ...told } = { error: undefined, ...found.outcome };
      assert.deepEqual([told, found.requests], [outcome, ['GET tone', 'DELETE tone', 'LIST']]);
      assert.deepEqual(found.journaled, journaled);
    });
  }

  for (const kind of uncertain) {
    const unknown = { is: 'unknown', error: { kind } };
    for (const [what, answer, outcome, journaled] of [
      ['done if the list lacks the LoRA', [true], { is: 'deleted', isReturned: false }, 'tone: retrieved'],
      ['unknown if the list has it', [false], { ...unknown, isListed: true }, 'tone?'],
      ['unknown without a good list, and is never sent twice', [true, ['fails']], unknown, 'tone?'],
    ] as [string, [boolean, ListFault[]?], object, string][]) {
      it(`counts after ${kind} as ${what}`, async () => {
        const requests = ['GET tone', 'DELETE tone', 'LIST'];
        const found = await deletedAfter(kind, ...answer);
        assert.deepEqual(found, { outcome, requests, journaled: [journaled] });
      });
    }
  }
});

describe('A failing retrieve before the DELETE', () => {
  const folder = useFolder();
  const kinds: ServiceErrorKind[] = [...uncertain, ...certain.map(([kind]) => kind), 'conflict'];

  for (const kind of kinds) {
    it(`prevents the DELETE after ${kind}`, async () => {
      const bench = new DeletionBench(folder(), { tone: {} });
      bench.service.onRequest = (method) => {
        if (method === 'GET') throw failed(kind);
      };
      const [entry] = await bench.run();
      const is = kind === 'conflict' ? 'refused' : (certain.find(([one]) => one === kind)?.[1] ?? 'failed');
      const isListed = kind === 'notFound' ? { isListed: true } : {};
      assert.deepEqual(entry?.outcome, { is, at: 'check', error: { kind }, ...isListed });
      assert.deepEqual(bench.service.requests, ['GET tone', ...(kind === 'notFound' ? ['LIST'] : [])]);
      assert.deepEqual(await bench.journaled(), []);
    });
  }

  it('prevents it if the failure is our own bug', async () => {
    const bench = new DeletionBench(folder(), { tone: {} });
    bench.service.onRequest = () => {
      throw new TypeError('our own');
    };
    assert.deepEqual(await bench.outcomes(), ['tone: notTried (error)']);
    assert.match(bench.log.lines.join(), /failed: TypeError\n\s+at .*attempt\.test/u);
  });
});
