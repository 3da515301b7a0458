import assert from 'node:assert/strict';
import {
  figuresText,
  formatRate,
  reasoningText,
} from '../../../../../src/webview/chat/exchange/figuresText.ts';

describe('The line of figures', () => {
  const figures = { ttftMs: 420, tokensPerSecond: 61.4, completionTokens: 212, durationMs: 4000 };

  it('names what was measured', () => {
    assert.equal(
      figuresText({ figures, finishReason: 'stop' }),
      '0.42 s to first token · 61 tokens/s · 212 tokens · stop',
    );
  });

  it('marks what is estimated, and a first request', () => {
    assert.equal(
      figuresText({
        figures: { ...figures, isEstimated: true, isFirstRequest: true },
        finishReason: undefined,
      }),
      '0.42 s to first token (first request) · ≈ 61 tokens/s · ≈ 212 tokens',
    );
  });

  it('says that other answers came at the same time', () => {
    assert.equal(
      figuresText({ figures: { ...figures, isTogether: true }, finishReason: 'stop' }),
      '0.42 s to first token · 61 tokens/s · 212 tokens · stop · measured while other answers were streaming',
    );
  });

  it('leaves out what is unknown', () => {
    assert.equal(figuresText({ figures: undefined, finishReason: undefined }), '');
    assert.equal(figuresText({ figures: { durationMs: 9 }, finishReason: 'length' }), 'length');
    assert.equal(
      figuresText({ figures: { durationMs: 9, completionTokens: 1 }, finishReason: undefined }),
      '1 token',
    );
  });

  it('says that the person stopped it, if the service gave no reason', () => {
    const ended = (finishReason: string | undefined) =>
      figuresText({ figures: { durationMs: 9, ttftMs: 420 }, finishReason, state: 'stopped' });
    assert.equal(ended(undefined), '0.42 s to first token · stopped');
    assert.equal(ended('abort'), '0.42 s to first token · abort');
    assert.equal(figuresText({ figures: undefined, finishReason: undefined, state: 'cut' }), '');
  });

  it('is more precise for smaller numbers', () => {
    const ttft = (ttftMs: number) =>
      figuresText({ figures: { ttftMs, durationMs: 1 }, finishReason: undefined });
    assert.equal(ttft(12_340), '12.3 s to first token');
    assert.equal(ttft(9_999), '10.0 s to first token');
    assert.equal(ttft(123_400), '123 s to first token');
    assert.deepEqual([61.4, 9.46, 1234.5].map(formatRate), ['61 tokens/s', '9.5 tokens/s', '1,235 tokens/s']);
  });

  it('gives the reasoning time once that has ended', () => {
    assert.equal(reasoningText(undefined, true), 'Reasoning…');
    assert.equal(reasoningText(undefined, false), 'Reasoning');
    assert.equal(reasoningText(4200, false), 'Reasoning, 4 s');
    assert.equal(reasoningText(300, false), 'Reasoning, under 1 s');
  });
});
