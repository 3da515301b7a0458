import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RestedWrite } from '../../../../../src/core/chats/disk/restedWrite.ts';

describe('Text that changes with each keystroke', () => {
  let text: string;
  let written: string[];
  let typed: RestedWrite;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    text = '';
    written = [];
    typed = new RestedWrite(async () => {
      written.push(text);
    });
  });

  afterEach(() => mock.timers.reset());

  /** Types this many keys, with a pause before each but the first. */
  function type(keys: number, everyMs: number): void {
    for (let key = 0; key < keys; key++) {
      if (key > 0) mock.timers.tick(everyMs);
      text += 'x';
      void typed.ask();
    }
  }

  it('is written at once, and then when typing pauses', async () => {
    type(10, 100);
    assert.deepEqual(written, ['x']);
    const asked = typed.ask();
    mock.timers.tick(300);
    await asked;
    assert.deepEqual(written, ['x', 'x'.repeat(10)]);
    mock.timers.tick(300);
    type(1, 0);
    assert.equal(written.at(-1), 'x'.repeat(11));
  });

  it('is written every two seconds if typing never pauses', () => {
    type(600, 100);
    assert.ok(written.length > 25 && written.length < 35, `${written.length} writes`);
  });

  it('is written at once, and only once, when flushed', async () => {
    type(3, 100);
    await typed.flush();
    await typed.flush();
    mock.timers.tick(5000);
    assert.deepEqual(written, ['x', 'xxx']);
  });
});
