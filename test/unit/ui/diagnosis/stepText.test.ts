import assert from 'node:assert/strict';
import type { SkipReason, Step } from '../../../../src/core/diagnosis/diagnosis.ts';
import { stepLines } from '../../../../src/ui/diagnosis/stepText.ts';

describe('The step of a diagnosis for VS Code’s chat', () => {
  type Chat = NonNullable<Step['facts']['vscodeChat']>;
  const linesOf = (fact: Partial<Chat>, skipped?: SkipReason) => {
    const vscodeChat: Chat = {
      added: 2,
      missing: [],
      hiding: [],
      limits: [],
      isSignedIn: undefined,
      ...fact,
    };
    return stepLines({ name: 'vscodeChat', ms: 1, facts: { vscodeChat }, skipped }, (words) => words);
  };

  it('says that it was left out, or that VS Code did not answer', () => {
    assert.deepEqual(linesOf({}, 'noneAdded'), ['no model was added to it']);
    assert.deepEqual(linesOf({ missing: undefined }).slice(0, 2), [
      'models added to it: 2',
      'no answer in time',
    ]);
  });

  for (const [because, words] of [
    ['notInService', /^missing: tone, not listed by the service: correct its name/u],
    ['notRefreshed', /^missing: tone, not there yet at the last refresh: use \*Refresh Models\*$/u],
    ['leftOut', /^missing: tone, left out by VS Code: use \*Developer: Reload Window\*$/u],
    ['unknown', /^missing: tone, unknown whether the service lists it$/u],
  ] as const) {
    it(`names a model that is missing, and why: ${because}`, () => {
      const [first, second = ''] = linesOf({ missing: [{ name: 'tone', because }] });
      assert.equal(first, 'models added to it: 2, listed: 1');
      assert.match(second, words);
    });
  }
});
