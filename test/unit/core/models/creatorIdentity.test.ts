import assert from 'node:assert/strict';
import { creatorIdentities, isSomebodyElse } from '../../../../src/core/models/creatorIdentity.ts';

const ada = { user: { firstName: 'Ada', lastName: 'Example', email: 'Ada@acme.example' } };

describe('A creator', () => {
  it('is identified by e-mail address, API key or name, in this order', () => {
    assert.deepEqual(creatorIdentities({ ...ada, apiKeyName: 'ci' }), [
      'email:ada@acme.example',
      'key:ci',
      'name:ada example',
    ]);
    assert.deepEqual(creatorIdentities({ user: { firstName: 'Ada' } }), ['name:ada']);
    assert.deepEqual(creatorIdentities({ actorType: 'USER', user: { email: '' } }), []);
    assert.deepEqual(creatorIdentities(undefined), []);
  });

  it('is somebody else only if the person has said who they are', () => {
    assert.equal(isSomebodyElse(ada, new Set()), false);
    assert.equal(isSomebodyElse(ada, new Set(['key:ci'])), true);
    assert.equal(isSomebodyElse(ada, new Set(['key:ci', 'email:ada@acme.example'])), false);
    assert.equal(isSomebodyElse({ ...ada, apiKeyName: 'CI' }, new Set(['key:ci'])), false);
  });

  it('is never somebody else if the service names none', () => {
    assert.equal(isSomebodyElse({ actorType: 'SERVICE_ACCOUNT' }, new Set(['key:ci'])), false);
    assert.equal(isSomebodyElse(undefined, new Set(['key:ci'])), false);
  });
});
