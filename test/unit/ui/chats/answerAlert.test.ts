import assert from 'node:assert/strict';
import type { Answer, Question } from '../../../../src/core/chats/tree/conversation.ts';
import { abandonedAnswer } from '../../../../src/core/chats/tree/conversationTree.ts';
import type { KeptError } from '../../../../src/core/keptError.ts';
import { pageTurn, surroundingsIn } from '../../../../src/ui/chats/page/pageTurn.ts';
import { picture, reply } from '../../core/attachments/attachmentFixtures.ts';
import { chatOf } from '../../core/chats/chatScript.ts';
import { newAnswer, newQuestion } from '../../core/fixtures.ts';

const acme = { name: 'Acme', baseUrl: 'https://acme.example' };

const shownTurn = (chat: Parameters<typeof surroundingsIn>[0], turn: Answer, canRetry = true) =>
  pageTurn({ ...surroundingsIn(chat), connection: acme, canRetry }, turn);

/** Text and buttons. */
function alertOf(changes: Partial<Answer>, canRetry = true): string[] | undefined {
  const answer: Answer = { ...newAnswer('a1', 'u1'), ...changes };
  const chat = chatOf([newQuestion('u1'), answer]);
  const view = shownTurn({ conversation: chat }, answer, canRetry);
  assert.equal(view.role, 'assistant');
  return view.alert && [view.alert.text, ...view.alert.buttons.map(({ label }) => label)];
}

describe('An answer that failed or was stopped', () => {
  function buttonsOf(text: string, error: KeptError): string[] {
    return alertOf({ text, state: 'failed', error })?.slice(1) ?? [];
  }

  it('offers to continue if part of it arrived, as after a failed Continue', () => {
    const busy = buttonsOf('Once upon', { kind: 'server', status: 503 });
    assert.deepEqual(busy, ['Retry', 'Continue', 'Diagnose Connection', 'Show Log']);
    const unknown = buttonsOf('Once upon', { kind: 'unauthorized', status: 401 });
    assert.deepEqual(unknown, ['Set API Key…', 'Retry', 'Continue']);
  });

  it('doesn’t offer to continue if no text arrived or its model is gone', () => {
    assert.ok(!buttonsOf('', { kind: 'server', status: 503 }).includes('Continue'));
    assert.deepEqual(buttonsOf('', { kind: 'notFound', status: 404 }), ['Retry', 'Choose Model']);
  });

  it('hands a short wait on, to be counted down', () => {
    const error: KeptError = { kind: 'rateLimited', status: 429, retryAt: Date.now() + 30_000 };
    const answer: Answer = { ...newAnswer('a1', 'u1', ''), state: 'failed', error };
    const view = shownTurn({ conversation: chatOf([newQuestion('u1'), answer]) }, answer);
    assert.equal(view.role === 'assistant' && view.alert?.wait?.text, 'Acme is busy and asks to wait {0} s.');
  });

  it('can be continued if the user or the window’s end stopped it, with text, at the end of the chat', () => {
    const stopped = { state: 'stopped' } as const;
    assert.deepEqual(alertOf({ ...stopped, text: 'Once' }), ['Stopped.', 'Continue']);
    assert.equal(alertOf({ ...stopped, text: 'Once' }, false), undefined);
    assert.deepEqual(alertOf({ ...stopped, text: '' }), ['Stopped before the first word.', 'Retry']);
    const abandoned = (text: string, why: 'window' | 'copy') =>
      alertOf(abandonedAnswer({ ...newAnswer('a1', 'u1', text), state: 'streaming' }, why));
    const reloaded = 'Cut off after ≈ 3 tokens: the window was closed or reloaded.';
    assert.deepEqual(abandoned('Once upon a', 'window'), [reloaded, 'Retry', 'Continue']);
    assert.deepEqual(abandoned('', 'copy'), ['Cut off: the chat was copied before its end.', 'Retry']);
  });

  it('by its window’s end may still go on while another window has the chat, which is said instead', () => {
    const streaming = { ...newAnswer('a1', 'u1', ''), state: 'streaming' } as const;
    const conversation = chatOf([newQuestion('u1'), abandonedAnswer(streaming, 'window')]);
    const answer = conversation.answers.get('a1');
    assert.ok(answer);
    for (const [readOnly, says] of [
      ['elsewhere', 'The other window may still be receiving this answer.'],
      ['taken', 'No answer: this question is left out of later requests.'],
    ] as const) {
      const shown = shownTurn({ conversation, readOnly }, answer);
      assert.ok(shown.role === 'assistant');
      assert.deepEqual([shown.notice, shown.alert === undefined], [says, readOnly === 'elsewhere']);
    }
  });

  it('that has no text though the model ended it, says so, and of an adapter what the reason often is', () => {
    const none = 'The model ended at once, without text.';
    const empty = { state: 'complete', text: ' \n' } as const;
    assert.deepEqual(alertOf(empty), [none, 'Retry']);
    const hint = `${none} Often a chat template or stop token that doesn't fit.`;
    assert.deepEqual(alertOf({ ...empty, deployment: { baseModelName: 'llama-3-8b' } }), [hint, 'Retry']);
    const reasoned = 'The model ended after its reasoning, without text.';
    assert.deepEqual(alertOf({ ...empty, reasoning: 'Hm' }), [reasoned, 'Retry']);
    assert.equal(alertOf({ state: 'complete', text: 'Hello' }), undefined);
  });

  it('that has only tool calls is no empty one: they are shown, and it is said that nothing is run', () => {
    const long = { id: 'd', name: 'f', arguments: '{"id": 12345678901234567890}' };
    const toolCalls = [{ id: 'c', name: 'get\u202E_order', arguments: '{"id":[1]}' }, long];
    const answer: Answer = { ...newAnswer('a1', 'u1', ''), state: 'complete', toolCalls };
    const shown = shownTurn({ conversation: chatOf([newQuestion('u1'), answer]) }, answer);
    assert.ok(shown.role === 'assistant');
    assert.equal(shown.alert, undefined);
    assert.equal(shown.notice, 'No tool is run, and later requests leave the calls out.');
    const args = '{\n  "id": [\n    1\n  ]\n}';
    assert.deepEqual(shown.calls, [
      { name: 'get_order', arguments: args },
      { name: 'f', arguments: long.arguments },
    ]);
  });

  it('can be retried only at the end of the chat; earlier its question can be edited, and is said to be left out', () => {
    const failed: Answer = {
      ...newAnswer('a1', 'u1', ''),
      state: 'failed',
      error: { kind: 'unauthorized', status: 401 },
    };
    const turns = [newQuestion('u1'), failed, newQuestion('u2', 'a1')];
    const shown = (last: string) => {
      const chat = chatOf(turns, last);
      const page = shownTurn({ conversation: chat }, failed, last === 'a1');
      assert.ok(page.role === 'assistant' && page.alert);
      return [page.notice, ...page.alert.buttons.map(({ label }) => label)];
    };
    const notice = 'No answer: this question is left out of later requests.';
    assert.deepEqual(shown('a1'), [notice, 'Set API Key…', 'Retry']);
    assert.deepEqual(shown('u2'), [notice, 'Set API Key…', 'Edit']);
  });
});

const serverMessage = 'this model does not support image input.';

describe('A refused request with a picture', () => {
  function alertOf(error: KeptError, question: Partial<Question>, before: Question['attachments'] = []) {
    const failed: Answer = { ...newAnswer('a2', 'u2', ''), state: 'failed', error };
    const turns = [
      { ...newQuestion('u1'), attachments: before },
      newAnswer('a1', 'u1'),
      { ...newQuestion('u2', 'a1'), ...question },
      failed,
    ];
    const conversation = chatOf(turns);
    const view = shownTurn({ conversation }, failed);
    assert.ok(view.role === 'assistant' && view.alert);
    return { ...view.alert, buttons: view.alert.buttons.map(({ label }) => label) };
  }

  it('says what the reason may be, quotes the service, and offers to send without the picture', () => {
    for (const [kind, status] of [
      ['badRequest', 400],
      ['badRequest', 422],
      ['server', 500],
    ] as const) {
      const { text, detail, buttons } = alertOf({ kind, status, serverMessage }, { attachments: [picture] });
      const says = `Acme refused the request (${status}). It holds a picture, which this model may not take.`;
      assert.deepEqual([text, detail, buttons[0]], [says, serverMessage, 'Send Without Pictures']);
      assert.ok(buttons.includes('Retry'));
    }
  });

  it('offers another model if nothing else would be left to send, or if the picture is in an earlier turn', () => {
    const error = { kind: 'badRequest', status: 400, serverMessage };
    assert.equal(alertOf(error, { text: '', attachments: [picture] }).buttons[0], 'Choose Model');
    const earlier = alertOf(error, {}, [picture]);
    assert.match(earlier.text, /holds a picture/u);
    assert.deepEqual(earlier.buttons, ['Choose Model', 'Settings', 'Retry']);
  });

  it('gets the usual alert if it has no picture or the service says something else', () => {
    const error = { kind: 'badRequest', status: 400, serverMessage };
    assert.deepEqual(alertOf(error, { attachments: [reply] }).buttons, ['Settings', 'Retry']);
    const busy = alertOf({ kind: 'rateLimited', status: 429 }, { attachments: [picture] });
    assert.deepEqual(busy.buttons, ['Retry']);
  });
});
