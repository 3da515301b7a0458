import assert from 'node:assert/strict';
import { readLora } from '../../../../src/api/index.ts';
import type { Lora } from '../../../../src/api/types.ts';
import { changeSince } from '../../../../src/core/deletion/changeSince.ts';
import { lora } from '../fixtures.ts';

const anew = { is: 'changed', now: 'deployedAnew' } as const;

describe('A LoRA that is not as agreed', () => {
  for (const field of ['baseModelName', 'createdAt', 'modelName', 'modelSource', 'hubRevision'] as const) {
    it(`is a change if its ${field} differs`, () => {
      const before = { [field]: field === 'createdAt' ? 1 : 'one' };
      const after = { ...before, [field]: field === 'createdAt' ? 2 : 'two' };
      assert.deepEqual(changeSince(lora('a', before), lora('a', after)), anew);
      assert.equal(changeSince(lora('a', before), lora('a', { ...before })), undefined);
    });
  }

  /** An entry as the service sends it, deployed at the same second by default. */
  const read = (deployment: object): Lora => {
    const found = readLora({ name: 'a', active_deployment: { created_at: 5, ...deployment } });
    assert.ok(found);
    return found;
  };
  const unreadable = (deployment: string): Lora => {
    const found = readLora({ name: 'a', active_deployment: deployment });
    assert.ok(found);
    return found;
  };
  const by = (creator: unknown, more: object = {}) => read({ creator, ...more });
  const ada = { actor_type: 'USER', user: { first_name: 'Ada', profile_image_url: 'https://a.example/1' } };

  for (const [what, before, after, change] of [
    ['another person', by(ada), by({ ...ada, user: { first_name: 'Ben' } }), anew],
    ['another API key', by({ api_key: { name: 'ci' } }), by({ api_key: { name: 'cd' } }), anew],
    ['a key where a person was', by(ada), by({ api_key: { name: 'ci' } }), anew],
    [
      "a time in a form we can't read",
      read({ created_at: '2026-11-12' }),
      read({ created_at: '2026-11-13' }),
      anew,
    ],
    ['another unknown field', read({ id: 'd1' }), read({ id: 'd2' }), { ...anew, fields: ['id'] }],
    ["a creator in a form we can't read", by('ada'), by('ben'), { ...anew, fields: ['creator'] }],
    [
      'an unknown id of the creator',
      by({ api_key: { id: 1 } }),
      by({ api_key: { id: 2 } }),
      { ...anew, fields: ['creator'] },
    ],
    [
      'only a new picture',
      by(ada),
      by({ ...ada, user: { ...ada.user, profile_image_url: 'https://a.example/2' } }),
      undefined,
    ],
    ["a deployment in a form we can't read", lora('a'), unreadable('v1'), anew],
    ['another one of those', unreadable('v1'), unreadable('v2'), anew],
    ['the same one of those', unreadable('v1'), unreadable('v1'), undefined],
    ['no deployment where one was', read({ id: 'd1' }), lora('a'), undefined],
    ['a creator that the list had left out', read({}), by(ada), undefined],
    ['an unknown field that the list had left out', read({}), read({ id: 'd1' }), undefined],
    ['the same unknown fields in another order', read({ a: 1, b: [{}] }), read({ b: [{}], a: 1 }), undefined],
  ] as const) {
    it(`${change ? 'is a change' : 'is none'} with ${what}`, () => {
      assert.deepEqual(changeSince(before, after), change);
    });
  }

  it('is no change in unknown fields that the user knows to change', () => {
    const [before, after] = [read({ used_at: 1, id: 'd1' }), read({ used_at: 2, id: 'd1' })];
    assert.equal(changeSince(before, after, new Set(['used_at'])), undefined);
    assert.deepEqual(changeSince(before, after, new Set(['id'])), { ...anew, fields: ['used_at'] });
  });
});
