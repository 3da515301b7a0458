import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { debounce } from '../../../src/base/debounce.ts';

describe('Debounced work', () => {
  let done: number[];
  const work = (value: number) => void done.push(value);

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 10 * 3_600_000 });
    done = [];
  });

  afterEach(() => mock.timers.reset());

  /** Calls with 1, 2, 3 …, with a pause before each but the first. */
  function callOften(call: (value: number) => void, times: number, everyMs: number): void {
    for (let value = 1; value <= times; value++) {
      if (value > 1) mock.timers.tick(everyMs);
      call(value);
    }
  }

  it('runs once the calls pause, with what the last one said', () => {
    callOften(debounce(work, { restMs: 300 }), 50, 100);
    mock.timers.tick(299);
    assert.deepEqual(done, []);
    mock.timers.tick(1);
    assert.deepEqual(done, [50]);
    mock.timers.tick(5000);
    assert.deepEqual(done, [50]);
  });

  it('runs in time if the calls never pause', () => {
    callOften(debounce(work, { restMs: 300, maxMs: 300 }), 13, 100);
    assert.deepEqual(done, [3, 6, 9, 12]);
  });

  it('runs in time if the clock is set back while calls never pause', () => {
    const call = debounce(work, { restMs: 300, maxMs: 300 });
    callOften(call, 2, 100);
    mock.timers.setTime(Date.now() - 3_600_000);
    done = [];
    callOften(call, 13, 100);
    assert.ok(done.length >= 3, `${done.length} runs`);
  });

  it('runs the first call at once if it should, and those that follow when they pause', () => {
    const call = debounce(work, { restMs: 300, maxMs: 2000, isFirstAtOnce: true });
    callOften(call, 10, 100);
    assert.deepEqual(done, [1]);
    mock.timers.tick(300);
    assert.deepEqual(done, [1, 10]);
    call(11);
    assert.deepEqual(done, [1, 10]);
    mock.timers.tick(300);
    mock.timers.tick(300);
    assert.deepEqual(done, [1, 10, 11]);
    call(12);
    assert.deepEqual(done, [1, 10, 11, 12]);
  });

  it('runs about every two seconds if it runs the first at once and the calls never pause', () => {
    callOften(debounce(work, { restMs: 300, maxMs: 2000, isFirstAtOnce: true }), 600, 100);
    assert.ok(done.length > 25 && done.length < 35, `${done.length} runs`);
  });

  it('runs at once, and only once, when flushed', () => {
    const call = debounce(work, { restMs: 300 });
    callOften(call, 3, 100);
    call.flush();
    call.flush();
    mock.timers.tick(5000);
    assert.deepEqual(done, [3]);
  });

  it('does not run once canceled', () => {
    const call = debounce(work, { restMs: 300 });
    call(1);
    call.cancel();
    call.flush();
    mock.timers.tick(5000);
    assert.deepEqual(done, []);
  });
});
