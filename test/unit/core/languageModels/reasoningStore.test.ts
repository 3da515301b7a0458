import assert from 'node:assert/strict';
import { ReasoningStore } from '../../../../src/core/languageModels/reasoningStore.ts';

describe('The reasoning before a tool call', () => {
  it('is kept under the call’s id, for the model that reasoned', () => {
    const store = new ReasoningStore();
    store.keep('tuned', 'a', 'First.');
    assert.deepEqual(
      [store.of('tuned', 'a'), store.of('base', 'a'), store.of('tuned', 'b')],
      ['First.', undefined, undefined],
    );
  });

  it('is forgotten once newer ones need the room', () => {
    const store = new ReasoningStore();
    const kept = (...ids: string[]) => ids.map((id) => store.of('m', id) !== undefined);
    store.keep('m', 'a', 'x'.repeat(900_000));
    store.keep('m', 'b', 'x'.repeat(900_000));
    store.keep('m', 'c', 'x'.repeat(900_000));
    assert.deepEqual(kept('a', 'b', 'c'), [false, true, true]);
    store.keep('m', 'huge', 'x'.repeat(3_000_000));
    assert.deepEqual(kept('b', 'c', 'huge'), [false, false, false]);
    store.keep('m', 'd', 'x'.repeat(2_000_000));
    assert.deepEqual(kept('d'), [true]);
  });
});
