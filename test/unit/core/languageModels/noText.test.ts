import assert from 'node:assert/strict';
import { silenceOf } from '../../../../src/core/languageModels/noText.ts';

const nothing = { hasText: false, hasReasoning: false, hasToolCalls: false };
const reasoning = { ...nothing, hasReasoning: true };

describe('The end of an answer', () => {
  it('needs no word after text or tool calls, however it ended', () => {
    for (const reason of ['stop', 'length', 'content_filter', 'tool_calls', undefined]) {
      assert.equal(silenceOf({ ...reasoning, hasText: true }, reason), undefined);
      assert.equal(silenceOf({ ...reasoning, hasToolCalls: true }, reason), undefined);
    }
  });

  for (const [came, reason, silence] of [
    [nothing, 'length', 'limit'],
    [reasoning, 'length', 'limitReasoning'],
    [nothing, 'content_filter', 'filtered'],
    [reasoning, 'content_filter', 'filtered'],
    [reasoning, 'stop', 'onlyReasoning'],
    [reasoning, undefined, 'onlyReasoning'],
    [nothing, 'stop', 'empty'],
    [nothing, 'tool_calls', 'empty'],
    [nothing, undefined, 'empty'],
  ] as const) {
    it(`is ${silence} after ${came.hasReasoning ? 'reasoning' : 'nothing'} with ${reason}`, () => {
      assert.equal(silenceOf(came, reason), silence);
    });
  }
});
