import assert from 'node:assert/strict';
import { ModelLooks } from '../../../../src/ui/models/view/modelLooks.ts';
import { Memory } from '../../../host/support/memory.ts';

describe('The filter and the order of each connection', () => {
  it('come back in the next window', async () => {
    const memory = new Memory();
    const looks = new ModelLooks(memory);
    looks.change('a', { filter: '@base:"llama-3-8b"' });
    looks.change('b', { sort: 'newest' });
    const next = new ModelLooks(memory);
    assert.deepEqual(next.of('a'), { filter: '@base:"llama-3-8b"', sort: 'name' });
    assert.deepEqual(next.of('b'), { filter: '', sort: 'newest' });
    assert.deepEqual(next.of('c'), { filter: '', sort: 'name' });
  });

  it('are forgotten with all local data, including those of removed connections', () => {
    const memory = new Memory();
    const looks = new ModelLooks(memory);
    looks.change('gone', { filter: '@creator:"ada@acme.example"' });
    looks.forgetAll();
    assert.equal(looks.of('gone').filter, '');
    assert.equal(new ModelLooks(memory).of('gone').filter, '');
  });
});
