import assert from 'node:assert/strict';
import { LearnedFacts } from '../../../../src/core/languageModels/learnedFacts.ts';

/** As VS Code's `Memento`; counts what is written. */
class Store {
  value: unknown;
  writes = 0;
  get(): unknown {
    return this.value;
  }
  async update(_key: string, value: unknown): Promise<void> {
    this.value = value;
    this.writes += 1;
  }
}

describe('What a model’s answers teach', () => {
  it('is how many tokens it has for each that was estimated, for this model alone', () => {
    const memory = new LearnedFacts(new Store());
    memory.learnRatio('tone', 100, 150);
    assert.equal(memory.ratio('tone'), 1.5);
    assert.equal(memory.ratio('llama'), 1);
    assert.equal(memory.reasons('tone'), false);
  });

  it('is the size of its context that a refusal named, the last one', () => {
    const store = new Store();
    const memory = new LearnedFacts(store);
    assert.equal(memory.limit('tone'), undefined);
    memory.learnRatio('tone', 100, 150);
    memory.learnLimit('tone', 8192);
    memory.learnLimit('tone', 8192);
    assert.equal(store.writes, 2);
    memory.learnLimit('tone', 4096);
    const next = new LearnedFacts(store);
    assert.deepEqual([next.limit('tone'), next.limit('llama'), next.ratio('tone')], [4096, undefined, 1.5]);
  });

  it('is whether a deployment’s answers begin with reasoning, until one doesn’t or there is another deployment', () => {
    const store = new Store();
    const memory = new LearnedFacts(store);
    memory.learnReasons('tone');
    assert.equal(memory.startsInside('tone', '1 a'), false);
    memory.learnStartsInside('tone', '1 a');
    memory.learnStartsInside('tone', '1 a');
    assert.equal(store.writes, 2);
    const next = new LearnedFacts(store);
    assert.deepEqual([next.startsInside('tone', '1 a'), next.startsInside('tone', '2 b')], [true, false]);
    next.learnStartsInside('tone', undefined);
    assert.deepEqual([next.startsInside('tone', '1 a'), next.reasons('tone')], [false, true]);
  });

  it('moves towards what the last reports said', () => {
    const memory = new LearnedFacts(new Store());
    memory.learnRatio('tone', 100, 100);
    const ratios = Array.from({ length: 12 }, () => {
      memory.learnRatio('tone', 100, 200);
      return memory.ratio('tone');
    });
    assert.ok(ratios.every((ratio, index) => ratio >= (ratios[index - 1] ?? 1) && ratio < 2));
    assert.ok(memory.ratio('tone') > 1.9);
  });

  it('stays within bounds, whatever a service reports', () => {
    const memory = new LearnedFacts(new Store());
    memory.learnRatio('most', 100, 1e12);
    memory.learnRatio('least', 1e6, 1);
    assert.deepEqual([memory.ratio('most'), memory.ratio('least')], [4, 0.25]);
  });

  it('is not learned from few tokens, or from no report', () => {
    const store = new Store();
    const memory = new LearnedFacts(store);
    for (const [estimated, reported] of [
      [49, 200],
      [0, 200],
      [100, 0],
      [100, -5],
      [100, Number.NaN],
      [Number.NaN, 100],
    ] as const) {
      memory.learnRatio('tone', estimated, reported);
    }
    assert.equal(memory.ratio('tone'), 1);
    assert.equal(store.writes, 0);
  });

  it('is kept for the next window, the ratio beside the reasoning', () => {
    const store = new Store();
    const memory = new LearnedFacts(store);
    for (let times = 0; times < 5; times++) {
      memory.learnRatio('tone', 100, 120);
      memory.learnReasons('tone');
    }
    assert.equal(store.writes, 2, 'what is not new is not written');
    const next = new LearnedFacts(store);
    assert.equal(next.ratio('tone'), 1.2);
    assert.equal(next.reasons('tone'), true);
    next.forgetAll();
    assert.equal(memory.ratio('tone'), 1);
    assert.equal(store.value, undefined);
  });

  it('is forgotten for those models that taught longest ago, beyond 200', () => {
    const memory = new LearnedFacts(new Store());
    for (let index = 0; index < 200; index++) memory.learnReasons(`m${index}`);
    memory.learnRatio('m0', 100, 120);
    memory.learnReasons('m200');
    assert.equal(memory.reasons('m0'), true);
    assert.equal(memory.reasons('m1'), false);
    assert.equal(memory.reasons('m2'), true);
  });

  for (const value of [null, 7, 'x', {}, [7], [{ id: 'tone', ratio: 'x' }], [{ id: 'tone', ratio: 100 }]]) {
    it(`is nothing if what was kept is ${JSON.stringify(value)}`, () => {
      const store = new Store();
      store.value = value;
      const memory = new LearnedFacts(store);
      assert.equal(memory.ratio('tone'), 1);
      memory.learnReasons('tone');
      assert.equal(memory.reasons('tone'), true);
    });
  }
});
