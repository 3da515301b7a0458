import assert from 'node:assert/strict';
import { readKept } from '../../../../src/webview/chat/pageState.ts';

describe('What a page keeps', () => {
  it('is restored from what was kept, if that can be read', () => {
    assert.deepEqual(readKept({ conversationId: 'c', draft: 'x', more: 1 }), {
      conversationId: 'c',
      draft: 'x',
    });
    const place = { turn: 'u1', above: -20 };
    assert.deepEqual(readKept({ conversationId: 'c', draft: '', place })?.place, place);
    for (const bad of [
      null,
      'top',
      { turn: 'u1' },
      { turn: 1, above: 0 },
      { turn: 'u1', above: Number.NaN },
    ]) {
      assert.equal(readKept({ conversationId: 'c', draft: '', place: bad })?.place, undefined);
    }
    for (const bad of [
      undefined,
      null,
      'x',
      {},
      { conversationId: 1, draft: 'x' },
      { conversationId: 'c' },
    ]) {
      assert.equal(readKept(bad), undefined);
    }
  });
});
