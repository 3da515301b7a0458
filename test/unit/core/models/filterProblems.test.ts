import assert from 'node:assert/strict';
import { filterProblem } from '../../../../src/core/models/filterProblems.ts';
import { lora } from '../fixtures.ts';

const models = [lora('tone@acme', { createdAt: 1_790_000_000 }), lora('@team/tone'), lora('@nightly')];
const problem = (text: string) => filterProblem(text, models);

describe('A word with an @ in a filter', () => {
  it('is no problem if there is such a word, in any case, negated or with a value', () => {
    for (const text of [
      '',
      'tone',
      '@deployed',
      '-@Base:"llama 3"',
      '@older:90d',
      '@older:"4mo"',
      '@older:',
      '@base:@x',
    ]) {
      assert.equal(problem(text), undefined, text);
    }
  });

  it('is no problem while it may become one, and is one as soon as it can’t', () => {
    assert.equal(problem('tone @de'), undefined);
    assert.equal(problem('-@'), undefined);
    assert.deepEqual(problem('@de tone')?.suggestion, { word: '@deployed', text: '@deployed tone' });
  });

  it('is no problem if a model has it in its name', () => {
    for (const text of ['@acme', '@team/to', '@NIGHTLY x', '-@nightly'])
      assert.equal(problem(text), undefined, text);
  });

  it('is one if no model of a list tells what it asks for', () => {
    const served = [lora('one', { baseModelName: 'llama-3-8b' })];
    for (const word of ['@older:', '@creator:']) {
      assert.deepEqual(filterProblem(`${word}1d`, served), { is: 'untold', word });
      for (const text of [word, `-${word}1d`]) assert.equal(filterProblem(text, served), undefined);
      assert.equal(filterProblem(`${word}1d`, []), undefined);
      // A word that does not exist is worse.
      assert.equal(filterProblem(`${word}1d @bsae:x`, served)?.is, 'unknownWord');
    }
  });

  it('comes with the nearest word, in place of the typed one', () => {
    const cases = [
      ['@bsae:llama', '@bsae:', '@base:', '@base:llama'],
      ['tone -@BSAE:"llama 3" x', '@BSAE:', '@base:', 'tone -@base:"llama 3" x'],
      ['@deployd', '@deployd', '@deployed', '@deployed'],
      ['@undeploy:', '@undeploy:', '@undeployed', '@undeployed'],
      ['@bse', '@bse', '@base:', '@base:'],
      ['@base-model:x', '@base-model:', '@base:', '@base:x'],
      ['@craetor:ada', '@craetor:', '@creator:', '@creator:ada'],
      ['@old:90d', '@old:', '@older:', '@older:90d'],
    ];
    for (const [text = '', word, nearest, corrected] of cases) {
      assert.deepEqual(problem(text), {
        is: 'unknownWord',
        word,
        suggestion: { word: nearest, text: corrected },
      });
    }
  });

  it('comes without one if none is near', () => {
    assert.deepEqual(problem('@nonsense:x'), { is: 'unknownWord', word: '@nonsense:' });
  });

  it('is a problem if it takes an age and has none', () => {
    assert.deepEqual(problem('@older:soon'), { is: 'noAge', word: '@older:' });
    assert.deepEqual(problem('-@older:-3d'), { is: 'noAge', word: '@older:' });
  });
});
