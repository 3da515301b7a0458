import assert from 'node:assert/strict';
import {
  jsonProblem,
  maxJsonDepth,
  maxJsonFields,
  maxJsonValues,
  TextParts,
} from '../../../../src/api/answer/readBody.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

describe('The shape of an answer', () => {
  it('may be nested up to a limit, but no deeper', () => {
    assert.equal(jsonProblem(nested(maxJsonDepth)), undefined);
    assert.equal(jsonProblem(nested(maxJsonDepth + 1)), 'deep');
    assert.equal(jsonProblem(nested(maxJsonDepth + 1, '{"a":', '}')), 'deep');
  });

  it('ignores brackets and commas inside strings', () => {
    const signs = '[{,'.repeat(2000);
    for (const text of [signs, `${signs}\\\\`, `\\"${signs}`, `${signs}\\\\\\"[`]) {
      assert.equal(jsonProblem(`["${text}",[]]`), undefined, text.slice(-8));
    }
  });

  it('may have many entries side by side, up to a limit', () => {
    assert.equal(jsonProblem(`[${'[],'.repeat(100_000)}[]]`), undefined);
    assert.equal(jsonProblem(`[${'1,'.repeat(maxJsonValues)}1]`), 'values');
  });

  it('may have many fields in one object, up to a limit', () => {
    const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":[1,2]`)}}`;
    assert.equal(jsonProblem(`[${fields(maxJsonFields)},${fields(maxJsonFields)}]`), undefined);
    assert.equal(jsonProblem(`[{"a":${fields(maxJsonFields + 1)}}]`), 'fields');
  });

  it('is not reported for text that is not JSON', () => {
    for (const text of ['', 'x'.repeat(5000), `"${'\\'.repeat(5000)}`, ']'.repeat(5000), '],'.repeat(5000)]) {
      assert.equal(jsonProblem(text), undefined);
    }
  });
});

describe('A text that arrives in parts', () => {
  it('is complete, wherever it is split', () => {
    const whole = 'Grüße, 🙂 '.repeat(20_000);
    for (const size of [1, 7, 65_536, whole.length]) {
      const pieces = new TextParts();
      for (let at = 0; at < whole.length; at += size) pieces.add(whole.slice(at, at + size));
      assert.equal(pieces.take(), whole);
    }
    assert.equal(new TextParts().take(), '');
  });
});
