import assert from 'node:assert/strict';
import { createHashKey, identify } from '../../../../src/core/connections/credentials.ts';

describe('The identity of credentials', () => {
  const hashKey = createHashKey();
  const own = { apiKey: 'sk-canary', headers: { 'x-tenant': 'acme', cookie: 'a=b' } };

  it('is the same for the same key and headers, in any order', () => {
    const sorted = { apiKey: 'sk-canary', headers: { cookie: 'a=b', 'x-tenant': 'acme' } };
    assert.equal(identify(own, hashKey), identify(sorted, hashKey));
    assert.match(identify(own, hashKey), /^[0-9a-f]{64}$/u);
  });

  for (const [what, other] of [
    ['another key', { ...own, apiKey: 'sk-other' }],
    ['no key', { ...own, apiKey: undefined }],
    ['another header', { ...own, headers: { ...own.headers, 'x-tenant': 'other' } }],
    ['a header less', { ...own, headers: {} }],
    ['a header that has moved into the key', { apiKey: 'sk-canary","x', headers: {} }],
  ] as const) {
    it(`differs with ${what}`, () => {
      assert.notEqual(identify(own, hashKey), identify(other, hashKey));
    });
  }

  it('is another one under another hash key', () => {
    assert.notEqual(identify(own, hashKey), identify(own, createHashKey()));
  });
});
