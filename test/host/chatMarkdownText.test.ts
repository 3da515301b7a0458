import assert from 'node:assert/strict';
import type { Figures } from '../../src/core/chats/tree/conversation.ts';
import { chatMarkdownTexts } from '../../src/ui/chats/transfer/chatMarkdownText.ts';
import { answerTurn } from '../unit/core/fixtures.ts';

describe('The figures in an exported chat', () => {
  const line = (figures: Figures) =>
    chatMarkdownTexts().figures({
      ...answerTurn('a1', 'u1', 'Hello'),
      state: 'complete',
      finishReason: 'stop',
      figures,
    });

  it('mark a first request, whose first token may include loading the adapter', () => {
    const figures = { ttftMs: 41_500, completionTokens: 12, durationMs: 42_000 };
    assert.equal(
      line({ ...figures, isFirstRequest: true }),
      '41.50 s to first token (first request) · 12 tokens · stop',
    );
    assert.equal(line(figures), '41.50 s to first token · 12 tokens · stop');
  });

  it('say so if they were measured while other answers streamed', () => {
    const together = { durationMs: 900, isTogether: true };
    assert.equal(
      line({ ...together, ttftMs: 420, completionTokens: 12 }),
      '0.42 s to first token · 12 tokens · measured together · stop',
    );
    assert.equal(line(together), 'stop');
  });
});

describe('The words in an exported comparison', () => {
  const { vote } = chatMarkdownTexts();

  it('say how the person voted, and whether the names were hidden', () => {
    assert.deepEqual(
      [vote('tone', false), vote('tone', true), vote(undefined, false), vote(undefined, true)],
      ['Voted better: tone', 'Voted better, blind: tone', 'Voted: tie', 'Voted, blind: tie'],
    );
  });
});
