import assert from 'node:assert/strict';
import type { AnswerTurn, TurnError } from '../../src/core/chats/tree/conversation.ts';
import { pageTurn, surroundingsIn } from '../../src/ui/chats/page/pageTurn.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { answerTurn, userTurn } from '../unit/core/fixtures.ts';

describe('An answer that failed', () => {
  function buttonsOf(text: string, error: TurnError): string[] {
    const failed: AnswerTurn = { ...answerTurn('a1', 'u1', text), state: 'failed', error };
    const turns = [userTurn('u1'), failed];
    const chat = chatOf(turns);
    const view = pageTurn(
      surroundingsIn(chat),
      failed,
      { name: 'Acme', baseUrl: 'https://acme.example' },
      true,
    );
    assert.ok(view.role === 'assistant' && view.alert);
    return view.alert.buttons.map(({ label }) => label);
  }

  it('offers to continue if part of it arrived, as after a failed Continue', () => {
    assert.deepEqual(buttonsOf('Once upon', { kind: 'server', status: 503 }), [
      'Retry',
      'Continue',
      'Diagnose Connection',
      'Show Log',
    ]);
    assert.deepEqual(buttonsOf('Once upon', { kind: 'unauthorized', status: 401 }), [
      'Set API Key',
      'Retry',
      'Continue',
    ]);
  });

  it('doesn’t offer to continue if no text arrived or its model is gone', () => {
    assert.ok(!buttonsOf('', { kind: 'server', status: 503 }).includes('Continue'));
    assert.deepEqual(buttonsOf('', { kind: 'notFound', status: 404 }), ['Retry', 'Choose Model']);
  });

  it('can be retried only at the end of the chat; earlier its question can be edited, and is said to be left out', () => {
    const failed: AnswerTurn = {
      ...answerTurn('a1', 'u1', ''),
      state: 'failed',
      error: { kind: 'unauthorized', status: 401 },
    };
    const turns = [userTurn('u1'), failed, userTurn('u2', 'a1')];
    const shown = (leaf: string) => {
      const chat = chatOf(turns, leaf);
      const page = pageTurn(
        surroundingsIn(chat),
        failed,
        { name: 'Acme', baseUrl: 'https://acme.example' },
        leaf === 'a1',
      );
      assert.ok(page.role === 'assistant' && page.alert);
      return [page.notice, ...page.alert.buttons.map(({ label }) => label)];
    };
    const notice = 'Later requests leave this question out.';
    assert.deepEqual(shown('a1'), [notice, 'Set API Key', 'Retry']);
    assert.deepEqual(shown('u2'), [notice, 'Set API Key', 'Edit']);
  });
});
