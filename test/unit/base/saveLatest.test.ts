import assert from 'node:assert/strict';
import { saveLatest } from '../../../src/base/saveLatest.ts';

describe('Saving the latest state', () => {
  let state = '';
  let saved: string[];
  /** Ends the saves one by one. */
  let ends: PromiseWithResolvers<void>[];
  let save: () => Promise<void>;

  beforeEach(() => {
    saved = [];
    ends = [];
    save = saveLatest(async () => {
      const now = state;
      const end = Promise.withResolvers<void>();
      ends.push(end);
      await end.promise;
      saved.push(now);
    });
  });

  function change(to: string): Promise<void> {
    state = to;
    return save();
  }

  /** Resolves when `count` saves have begun. */
  async function begun(count: number): Promise<void> {
    while (ends.length < count) await Promise.resolve();
  }

  it('drops what is overtaken, never saves twice at once, and resolves when the state is saved', async () => {
    const first = change('a');
    await begun(1);
    const [second, third] = [change('b'), change('c')];
    assert.equal(second, third);
    ends[0]?.resolve();
    await first;
    assert.deepEqual(saved, ['a']);
    await begun(2);
    const fourth = change('d');
    ends[1]?.resolve();
    await third;
    assert.deepEqual(saved, ['a', 'c']);
    await begun(3);
    ends[2]?.resolve();
    await fourth;
    assert.deepEqual(saved, ['a', 'c', 'd']);
  });

  it('rejects for those whose save failed, and goes on', async () => {
    const first = change('a');
    await begun(1);
    const second = change('b');
    ends[0]?.reject(new Error('Full.'));
    await assert.rejects(first, /Full/u);
    await begun(2);
    ends[1]?.resolve();
    await second;
    assert.deepEqual(saved, ['b']);
  });
});
