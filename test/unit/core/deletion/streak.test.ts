import assert from 'node:assert/strict';
import { Streak } from '../../../../src/core/deletion/streak.ts';
import { failed } from '../fixtures.ts';

describe('Failures in a row', () => {
  const [no, forbidden, offline, broken] = [
    undefined,
    failed('forbidden'),
    failed('network'),
    failed('server'),
  ];

  const four = Array(4).fill(forbidden);
  const reachable = [offline, failed('timeout'), failed('tls'), offline, offline];

  for (const [what, errors, last] of [
    ['end a deletion at the fifth refusal', [...four, forbidden], 'forbidden'],
    ["end it if the service can't be reached five times, for any reason", reachable, 'unreachable'],
    ['end it at the tenth error of the service', Array(10).fill(broken), 'broken'],
    ['start again with each success', [...four, no, ...four], no],
    ['start again with a failure of another kind', [...four, offline, ...four], no],
    ['start again with one that concerns an entry', [...four, failed('conflict'), ...four], no],
    ['don’t include notFound, which concerns one entry', Array(100).fill(failed('notFound')), no],
    ['don’t include conflict, which concerns one entry', Array(100).fill(failed('conflict')), no],
    ['don’t include badRequest, which concerns one entry', Array(100).fill(failed('badRequest')), no],
    ['are not needed to end it for noKey', [failed('noKey')], 'keyRefused'],
    ['are not needed to end it for unauthorized', [failed('unauthorized')], 'keyRefused'],
    ['are not needed for a long wait', [failed('rateLimited', { retryAfterMs: 60_001 })], 'busy'],
    ['are needed for a short wait', [failed('rateLimited', { retryAfterMs: 60_000 })], no],
  ] as [string, Parameters<Streak['add']>[0][], string | undefined][]) {
    it(what, () => {
      const streak = new Streak();
      const endings = errors.map((error) => streak.add(error));
      assert.deepEqual(endings, [...Array(errors.length - 1).fill(no), last]);
    });
  }
});
