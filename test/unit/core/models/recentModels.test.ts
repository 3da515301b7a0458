import assert from 'node:assert/strict';
import { RecentModels } from '../../../../src/core/models/recentModels.ts';

const model = (name: string) => ({ connectionId: 'acme', name });

function startRecent(kept?: unknown) {
  const memory = new Map<string, unknown>([['models.recent', kept]]);
  const recent = new RecentModels({
    get: (key) => memory.get(key),
    update: async (key, value) => void memory.set(key, value),
  });
  return { recent, names: () => recent.all.map(({ name }) => name) };
}

describe('The models that chats used last', () => {
  it('are the last five, newest first, each once', () => {
    const { recent, names } = startRecent();
    for (const name of 'abcdeafa') recent.use(model(name));
    assert.deepEqual(names(), ['a', 'f', 'e', 'd', 'c']);
    recent.use(model('a'));
    assert.deepEqual(names(), ['a', 'f', 'e', 'd', 'c']);
    recent.forgetAll();
    assert.deepEqual(names(), []);
  });

  for (const kept of [7, [{ name: 'a' }], [model('a'), null]])
    it(`are none if something else is kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(startRecent(kept).names(), []);
    });
});
