import assert from 'node:assert/strict';
import type { AnswerTurn, UserTurn } from '../../src/core/chats/tree/conversation.ts';
import type { KeptError } from '../../src/core/keptError.ts';
import { pageTurn, surroundingsIn } from '../../src/ui/chats/page/pageTurn.ts';
import { picture, reply } from '../unit/core/attachments/attachmentFixtures.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { answerTurn, userTurn } from '../unit/core/fixtures.ts';

const serverMessage = 'this model does not support image input.';

describe('A refused request with a picture', () => {
  function alertOf(error: KeptError, question: Partial<UserTurn>, before: UserTurn['attachments'] = []) {
    const failed: AnswerTurn = { ...answerTurn('a2', 'u2', ''), state: 'failed', error };
    const turns = [
      { ...userTurn('u1'), attachments: before },
      answerTurn('a1', 'u1'),
      { ...userTurn('u2', 'a1'), ...question },
      failed,
    ];
    const conversation = chatOf(turns);
    const view = pageTurn(
      surroundingsIn({ conversation }),
      failed,
      { name: 'Acme', baseUrl: 'https://acme.example' },
      true,
    );
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
      assert.equal(
        text,
        `Acme refused the request (${status}). It holds a picture, which this model may not take.`,
      );
      assert.equal(detail, serverMessage);
      assert.equal(buttons[0], 'Send Without Pictures');
      assert.ok(buttons.includes('Retry'));
    }
  });

  it('offers another model if nothing else would be left to send, or if the picture is in an earlier turn', () => {
    const error = { kind: 'badRequest', status: 400, serverMessage };
    assert.deepEqual(alertOf(error, { text: '', attachments: [picture] }).buttons.slice(0, 1), [
      'Choose Model',
    ]);
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
