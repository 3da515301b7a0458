import assert from 'node:assert/strict';
import { chatMarkdown } from '../../../src/core/chatMarkdown.ts';
import { chatRequest } from '../../../src/core/chatMessages.ts';
import type { Turn } from '../../../src/core/conversation.ts';
import { emptyConversation } from './chatScript.ts';
import { answerTurn, userTurn } from './fixtures.ts';

const turns: Turn[] = [
  userTurn('u1', undefined, 'Rewrite *this*.'),
  { ...answerTurn('a0', 'u1', 'Not shown.') },
  {
    ...answerTurn('a1', 'u1', 'Dear customer, …'),
    reasoning: 'Hm.',
    finishReason: 'stop',
    figures: { durationMs: 900, ttftMs: 420, tokensPerSecond: 60.6, completionTokens: 212 },
  },
];
const conversation = emptyConversation({
  title: 'Refund tone',
  turns: new Map(turns.map((turn) => [turn.id, turn])),
  leaf: 'a1',
  createdAt: Date.UTC(2026, 10, 18, 10, 42),
});

describe('A chat as Markdown', () => {
  it('reads well alone: title, model, then the shown turns with their figures', () => {
    assert.equal(
      chatMarkdown(conversation, 'Acme'),
      `# Refund tone

- Model: tone (Acme)
- Started: 2026-11-18T10:42:00.000Z

## You

Rewrite *this*.

## tone

Dear customer, …

_0.42 s to first token · 61 tokens/s · 212 tokens · stop_
`,
    );
  });

  it('names the settings that were set, each line of the system prompt quoted', () => {
    const settings = { systemPrompt: 'Be kind.\nBe short.', temperature: 0, topP: 0.9, maxTokens: 64 };
    const text = chatMarkdown({ ...conversation, settings }, 'Acme');
    assert.ok(text.includes('- Temperature: 0\n- Top P: 0.9\n- Max tokens: 64\n'));
    assert.ok(text.includes('- System prompt:\n\n  > Be kind.\n  > Be short.\n'));
  });

  it('marks estimates, and says how an answer without a word ended', () => {
    const failed: Turn = { ...answerTurn('a1', 'u1', ''), state: 'failed' };
    const estimated: Turn = {
      ...answerTurn('a1', 'u1', 'x'),
      state: 'cut',
      figures: { durationMs: 1, completionTokens: 3, isEstimated: true },
    };
    const write = (turn: Turn) =>
      chatMarkdown({ ...conversation, turns: new Map([...conversation.turns, [turn.id, turn]]) }, 'Acme');
    assert.ok(write(failed).includes('_No answer: the request failed._\n\n_failed_'));
    assert.ok(write(estimated).includes('_≈ 3 tokens · cut_'));
  });
});

describe('The request of a chat', () => {
  it('holds only what was set', () => {
    assert.deepEqual(chatRequest('tone', {}, [userTurn('u1', undefined, 'Hi')]), {
      model: 'tone',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const all = { systemPrompt: 'Be kind.', temperature: 0, topP: 0, maxTokens: 1 };
    assert.deepEqual(Object.keys(chatRequest('tone', all, [])).sort(), [
      'maxTokens',
      'messages',
      'model',
      'temperature',
      'topP',
    ]);
  });

  it('leaves out an answer without text, and joins what the person said around it', () => {
    const path = [userTurn('u1'), answerTurn('a1', 'u1', ''), userTurn('u2', 'a1')];
    assert.deepEqual(chatRequest('tone', { systemPrompt: '' }, path).messages, [
      { role: 'user', content: 'u1\n\nu2' },
    ]);
  });

  it('changes no turn of the conversation', () => {
    const path = [userTurn('u1'), userTurn('u2', 'u1')];
    chatRequest('tone', {}, path);
    assert.deepEqual(path, [userTurn('u1'), userTurn('u2', 'u1')]);
  });
});
