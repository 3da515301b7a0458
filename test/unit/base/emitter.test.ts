import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/emitter.ts';

describe('An emitter', () => {
  it('calls its listeners in the order in which they were added', () => {
    const emitter = new Emitter<number>();
    const seen: string[] = [];
    emitter.event((value) => seen.push(`a${value}`));
    emitter.event((value) => seen.push(`b${value}`));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(seen, ['a1', 'b1', 'a2', 'b2']);
  });

  it('lets one function listen twice and end each by itself, even repeatedly', () => {
    const emitter = new Emitter<void>();
    let count = 0;
    const listener = () => void count++;
    const first = emitter.event(listener);
    emitter.event(listener);
    first.dispose();
    first.dispose();
    emitter.fire();
    assert.equal(count, 1);
  });

  it('may gain and lose listeners during a call', () => {
    const emitter = new Emitter<void>();
    const seen: string[] = [];
    const one = emitter.event(() => {
      seen.push('one');
      one.dispose();
      emitter.event(() => seen.push('late'));
    });
    emitter.event(() => seen.push('two'));
    emitter.fire();
    assert.deepEqual(seen, ['one', 'two']);
    emitter.fire();
    assert.deepEqual(seen, ['one', 'two', 'two', 'late']);
  });

  it('is silent after it is disposed', () => {
    const emitter = new Emitter<void>();
    emitter.event(() => assert.fail('It was told.'));
    emitter.dispose();
    emitter.fire();
  });
});
