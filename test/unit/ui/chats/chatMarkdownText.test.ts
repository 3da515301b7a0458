import assert from 'node:assert/strict';
import type { Deployment } from '../../../../src/core/chats/tree/column.ts';
import type { Metrics } from '../../../../src/core/chats/tree/conversation.ts';
import { chatMarkdownTexts } from '../../../../src/ui/chats/transfer/chatMarkdownText.ts';
import { answerTurn } from '../../core/fixtures.ts';

describe('The figures in an exported chat', () => {
  const line = (figures: Metrics, deployment?: Deployment) =>
    chatMarkdownTexts().figures({
      ...answerTurn('a1', 'u1', 'Hello'),
      state: 'complete',
      finishReason: 'stop',
      figures,
      ...(deployment && { deployment }),
    });

  it('mark a first request, whose first token may include loading the adapter', () => {
    const figures = { ttftMs: 41_500, completionTokens: 12, durationMs: 42_000 };
    assert.equal(
      line({ ...figures, isFirstRequest: true }),
      '41.5 s to first token (first request) · 12 tokens · stop',
    );
    assert.equal(line(figures), '41.5 s to first token · 12 tokens · stop');
  });

  it('name the deployment that answered, as far as the service told it', () => {
    const withDeployment = (deployment: Deployment) => line({ durationMs: 900 }, deployment);
    const createdAt = Date.UTC(2026, 10, 18, 10, 42) / 1000;
    assert.match(
      withDeployment({ hubRevision: '4f2c9ab17be0', createdAt }),
      /^stop · revision 4f2c9ab, deployed Nov 1[789], 2026/u,
    );
    assert.equal(withDeployment({ hubRevision: 'main' }), 'stop · revision main');
    assert.equal(withDeployment({ baseModelName: 'llama-3-8b' }), 'stop');
  });

  it('say so if they were measured while other answers streamed', () => {
    const together = { durationMs: 900, isTogether: true };
    assert.equal(
      line({ ...together, ttftMs: 420, completionTokens: 12 }),
      '0.42 s to first token · 12 tokens · measured while other answers were streaming · stop',
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
