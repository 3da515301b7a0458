import assert from 'node:assert/strict';
import type { AnswerTurn, Metrics } from '../../../../src/core/chats/tree/conversation.ts';
import { figuresText } from '../../../../src/ui/chats/page/figuresText.ts';

describe('The line of figures', () => {
  const lineOf = (figures?: Metrics, finishReason?: string, state: AnswerTurn['state'] = 'complete') =>
    figuresText({ state, ...(figures && { figures }), ...(finishReason !== undefined && { finishReason }) });
  const figures = { ttftMs: 420, tokensPerSecond: 61.4, completionTokens: 212, durationMs: 4000 };

  it('names what was measured', () => {
    assert.equal(lineOf(figures, 'stop'), '0.42 s to first token · 61 tokens/s · 212 tokens · stop');
  });

  it('marks what is estimated, and a first request', () => {
    assert.equal(
      lineOf({ ...figures, isEstimated: true, isFirstRequest: true }),
      '0.42 s to first token (first request) · ≈ 61 tokens/s · ≈ 212 tokens',
    );
  });

  it('says that other answers came at the same time', () => {
    assert.equal(
      lineOf({ ...figures, isTogether: true }, 'stop'),
      '0.42 s to first token · 61 tokens/s · 212 tokens · stop · measured while other answers were streaming',
    );
  });

  it('leaves out what is unknown', () => {
    assert.equal(lineOf(undefined), '');
    assert.equal(lineOf({ durationMs: 9 }, 'length'), 'length');
    assert.equal(lineOf({ durationMs: 9, completionTokens: 1 }), '1 token');
  });

  it('says that the person stopped it, if the service gave no reason', () => {
    const ended = (finishReason: string | undefined) =>
      lineOf({ durationMs: 9, ttftMs: 420 }, finishReason, 'stopped');
    assert.equal(ended(undefined), '0.42 s to first token · stopped');
    assert.equal(ended('abort'), '0.42 s to first token · abort');
    assert.equal(lineOf(undefined, undefined, 'cut'), '');
  });

  it('is more precise for smaller numbers', () => {
    const ttft = (ttftMs: number) => lineOf({ ttftMs, durationMs: 1 });
    assert.equal(ttft(12_340), '12.3 s to first token');
    assert.equal(ttft(9_999), '10.0 s to first token');
    assert.equal(ttft(123_400), '123 s to first token');
    const rate = (tokensPerSecond: number) => lineOf({ tokensPerSecond, durationMs: 1 });
    assert.deepEqual([61.4, 9.46, 1234.5].map(rate), ['61 tokens/s', '9.5 tokens/s', '1,235 tokens/s']);
  });
});
