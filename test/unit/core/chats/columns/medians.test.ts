import assert from 'node:assert/strict';
import { medianFigures } from '../../../../../src/core/chats/columns/medians.ts';
import type { Answer } from '../../../../../src/core/chats/tree/conversation.ts';
import type { Metrics } from '../../../../../src/core/exchange/exchangeFields.ts';
import { newAnswer } from '../../fixtures.ts';

function measured(figures: Partial<Metrics>): Answer {
  return { ...newAnswer('a1', 'u1'), figures: { durationMs: 900, ...figures } };
}

describe('The medians of a column', () => {
  const answers = [500, 300, 900, 400].map((ttftMs, at) =>
    measured({ ttftMs, tokensPerSecond: 10 * at, completionTokens: 100 + at }),
  );

  it('are those of each figure, between the two middle ones of an even count', () => {
    assert.deepEqual(medianFigures(answers), {
      ttftMs: { value: 450, count: 4 },
      tokensPerSecond: { value: 15, count: 4 },
      completionTokens: { value: 101.5, count: 4 },
      isTogether: false,
    });
    assert.equal(medianFigures(answers.slice(0, 3))?.ttftMs?.value, 500);
  });

  it('leave out the time of first requests, and what is estimated', () => {
    const [one = measured({}), two = measured({}), ...others] = answers;
    const first = { ...one, figures: { durationMs: 1, ...one.figures, isFirstRequest: true } };
    const estimated = { ...two, figures: { durationMs: 1, ...two.figures, isEstimated: true } };
    const { ttftMs, tokensPerSecond, completionTokens } = medianFigures([first, estimated, ...others]) ?? {};
    assert.deepEqual([ttftMs?.value, ttftMs?.count], [400, 3]);
    assert.deepEqual([tokensPerSecond?.value, completionTokens?.count], [20, 3]);
  });

  it('are left out for a figure with fewer than three values, and altogether if none is left', () => {
    const withoutRate = measured({ ttftMs: 100, completionTokens: 1 });
    const medians = medianFigures([...answers.slice(0, 2), withoutRate]);
    assert.deepEqual(Object.keys(medians ?? {}), ['ttftMs', 'completionTokens', 'isTogether']);
    assert.equal(medianFigures(answers.slice(0, 2)), undefined);
    assert.equal(medianFigures([]), undefined);
  });

  it('count only answers that have ended with text, and no figures that are missing', () => {
    const [one = measured({})] = answers;
    const others = [{ ...one, text: ' ' }, { ...one, state: 'streaming' as const }, newAnswer('a9', 'u1')];
    assert.equal(medianFigures([...answers, ...others])?.ttftMs?.count, 4);
  });

  it('say if any was measured while another answer streamed', () => {
    const together = measured({ ttftMs: 1, isTogether: true });
    assert.equal(medianFigures([...answers, together])?.isTogether, true);
  });
});
