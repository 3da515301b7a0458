import assert from 'node:assert/strict';
import { headerNameProblem, headerValueProblem } from '../../../../src/api/config/headerRules.ts';

describe('An additional header', () => {
  for (const [name, problem] of [
    ['X-Gateway-Token', undefined],
    ['x', undefined],
    ['', 'empty'],
    ['Authorization', 'reserved'],
    ['HOST', 'reserved'],
    ['content-length', 'reserved'],
    ['Proxy-Anything', 'reserved'],
    ['two words', 'characters'],
    ['colon:', 'characters'],
    ['line\r\nHost', 'characters'],
    ['ümlaut', 'characters'],
    ['x'.repeat(256), undefined],
    ['x'.repeat(257), 'tooLong'],
  ] as const) {
    it(`named ${JSON.stringify(name.slice(0, 20))} (${name.length}) is ${problem === undefined ? 'fine' : `refused: ${problem}`}`, () => {
      assert.equal(headerNameProblem(name), problem);
    });
  }

  for (const [value, problem] of [
    ['token 123', undefined],
    ['', undefined],
    ['café', 'characters'],
    ['a\r\nHost: b', 'characters'],
    ['a\u0000', 'characters'],
    ['a\u202eb', 'characters'],
    ['世界', 'characters'],
    ['x'.repeat(8192), undefined],
    ['x'.repeat(8193), 'tooLong'],
  ] as const) {
    it(`with the value ${JSON.stringify(value.slice(0, 20))} (${value.length}) is ${problem === undefined ? 'fine' : `refused: ${problem}`}`, () => {
      assert.equal(headerValueProblem(value), problem);
    });
  }
});
