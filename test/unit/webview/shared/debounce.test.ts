import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { debounce } from '../../../../src/webview/shared/debounce.ts';

describe('Debounced work in a page', () => {
  let done: number[];
  let call: ReturnType<typeof debounce<[number]>>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    done = [];
    call = debounce((value: number) => void done.push(value), 300);
  });

  afterEach(() => mock.timers.reset());

  it('runs once the calls pause, with what the last one said', () => {
    for (const value of [1, 2, 3]) {
      call(value);
      mock.timers.tick(299);
    }
    assert.deepEqual(done, []);
    mock.timers.tick(1);
    mock.timers.tick(5000);
    assert.deepEqual(done, [3]);
  });

  it('runs at once, and only once, when flushed', () => {
    call(1);
    call.flush();
    call.flush();
    mock.timers.tick(5000);
    assert.deepEqual(done, [1]);
  });

  it('does not run once canceled', () => {
    call(1);
    call.cancel();
    call.flush();
    mock.timers.tick(5000);
    assert.deepEqual(done, []);
  });
});
