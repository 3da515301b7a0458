import assert from 'node:assert/strict';
import { jsonProblem, maxJsonDepth, maxJsonValues } from '../../../../src/api/answer/jsonShape.ts';
import { TextPieces } from '../../../../src/api/answer/textPieces.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);
/** Long enough to be looked at. */
const padded = (json: string): string => json + ' '.repeat(5000);

describe('The shape of an answer', () => {
  it('may be as deep as no service makes it, and no deeper', () => {
    assert.equal(jsonProblem(padded(nested(maxJsonDepth))), undefined);
    assert.equal(jsonProblem(padded(nested(maxJsonDepth + 1))), 'deep');
    assert.equal(jsonProblem(padded(nested(maxJsonDepth + 1, '{"a":', '}'))), 'deep');
  });

  it('is not looked at where it is short: it overflows no stack', () => {
    const text = nested(2048);
    assert.equal(jsonProblem(text), undefined);
    assert.equal(JSON.stringify(JSON.parse(text)), text);
  });

  it('counts no sign within a string', () => {
    const signs = '[{,'.repeat(2000);
    for (const text of [signs, `${signs}\\\\`, `\\"${signs}`, `${signs}\\\\\\"[`]) {
      assert.equal(jsonProblem(padded(`["${text}",[]]`)), undefined, text.slice(-8));
    }
  });

  it('may have as many entries one after the other as it likes, up to what fits in memory', () => {
    assert.equal(jsonProblem(`[${'[],'.repeat(100_000)}[]]`), undefined);
    assert.equal(jsonProblem(`[${'1,'.repeat(maxJsonValues)}1]`), 'values');
  });

  it('is no matter where it is no JSON at all', () => {
    for (const text of ['', 'x'.repeat(5000), `"${'\\'.repeat(5000)}`, ']'.repeat(5000)]) {
      assert.equal(jsonProblem(text), undefined);
    }
  });
});

describe('A text that comes in parts', () => {
  it('is whole, however it was cut', () => {
    const whole = 'Grüße, 🙂 '.repeat(20_000);
    for (const size of [1, 7, 65_536, whole.length]) {
      const pieces = new TextPieces();
      for (let at = 0; at < whole.length; at += size) pieces.add(whole.slice(at, at + size));
      assert.equal(pieces.take(), whole);
    }
    assert.equal(new TextPieces().take(), '');
  });
});
