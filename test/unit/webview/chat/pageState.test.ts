import assert from 'node:assert/strict';
import { readKept } from '../../../../src/webview/chat/pageState.ts';

describe('What a page keeps', () => {
  it('is restored from what was kept, if that can be read', () => {
    assert.deepEqual(readKept({ conversationId: 'c', draft: 'x', more: 1 }), {
      conversationId: 'c',
      draft: 'x',
    });
    assert.equal(readKept({ conversationId: 'c', draft: 'x', note: 'From a link.' })?.note, 'From a link.');
    assert.equal(readKept({ conversationId: 'c', draft: 'x', note: 1 })?.note, undefined);
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
    assert.deepEqual(readKept({ conversationId: 'c', draft: '', tab: 2 }), {
      conversationId: 'c',
      draft: '',
      tab: 2,
    });
    for (const tab of ['c1', -1, 0.5, null])
      assert.equal(readKept({ conversationId: 'c', draft: '', tab })?.tab, undefined);
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
