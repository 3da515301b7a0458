import assert from 'node:assert/strict';
import { Streak } from '../../../../src/core/deletion/streak.ts';
import { failed } from '../fixtures.ts';

describe('Failures in a row', () => {
  /** The reason to end the deletion after each of these. */
  const endings = (...errors: Parameters<Streak['add']>[0][]) => {
    const streak = new Streak();
    return errors.map((error) => streak.add(error));
  };
  const [no, forbidden, offline, broken] = [
    undefined,
    failed('forbidden'),
    failed('network'),
    failed('server'),
  ];

  it('end a deletion at the fifth of one kind', () => {
    assert.deepEqual(endings(...Array(5).fill(forbidden)), [no, no, no, no, 'forbidden']);
    assert.deepEqual(endings(offline, failed('timeout'), failed('tls'), offline, offline), [
      no,
      no,
      no,
      no,
      'unreachable',
    ]);
  });

  it('end it at the tenth error of the service', () => {
    assert.deepEqual(endings(...Array(10).fill(broken)), [...Array(9).fill(no), 'broken']);
  });

  it('start again with each success, and with a failure of another kind', () => {
    const four = Array(4).fill(forbidden);
    assert.ok(endings(...four, no, ...four).every((why) => why === undefined));
    assert.ok(
      endings(...four, offline, ...four, failed('conflict'), ...four).every((why) => why === undefined),
    );
  });

  for (const kind of ['notFound', 'conflict', 'badRequest'] as const) {
    it(`don’t include ${kind}, which concerns one entry`, () => {
      assert.ok(endings(...Array(100).fill(failed(kind))).every((why) => why === undefined));
    });
  }

  for (const kind of ['noKey', 'unauthorized'] as const) {
    it(`are not needed to end it for ${kind}`, () => {
      assert.deepEqual(endings(failed(kind)), ['keyRefused']);
    });
  }

  it('are not needed if the service asks for a long wait', () => {
    assert.deepEqual(endings(failed('rateLimited', { retryAfterMs: 60_001 })), ['busy']);
    assert.deepEqual(endings(failed('rateLimited', { retryAfterMs: 60_000 })), [no]);
  });
});
