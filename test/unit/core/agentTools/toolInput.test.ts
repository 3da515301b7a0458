import assert from 'node:assert/strict';
import { getInput, listInput, readToolInput } from '../../../../src/core/agentTools/toolInput.ts';

describe('The input of a tool', () => {
  it('may leave out what is optional, also as null', () => {
    const given = { filter: null, connection: null, offset: null };
    assert.deepEqual(readToolInput(listInput, given), readToolInput(listInput, {}));
    assert.equal(readToolInput(getInput, { name: 'x', kind: null }).connection, '');
  });

  for (const [input, field] of [
    [{ offset: -1 }, 'offset'],
    [{ offset: 0.5 }, 'offset'],
    [{ offset: 1e300 }, 'offset'],
    [{ filter: 7 }, 'filter'],
    [{ filter: 'x'.repeat(501) }, 'filter'],
    ['all', ''],
  ] as const) {
    it(`is refused in words: ${JSON.stringify(input).slice(0, 30)}`, () => {
      assert.throws(
        () => readToolInput(listInput, input),
        new RegExp(`^ToolError: The input "${field}"`, 'u'),
      );
    });
  }

  it('needs a name to get a model', () => {
    assert.throws(() => readToolInput(getInput, { name: '' }), /The input "name"/u);
    assert.throws(() => readToolInput(getInput, {}), /The input "name"/u);
  });
});
