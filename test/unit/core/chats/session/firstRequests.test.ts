import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../../src/api/types.ts';
import { runExchange } from '../../../../../src/core/chats/session/exchange.ts';
import { firstRequests } from '../../../../../src/core/chats/session/firstRequests.ts';
import { failed } from '../../fixtures.ts';

const text: ChatEvent = { type: 'text', text: 'Hi' };
const reasoning: ChatEvent = { type: 'reasoning', text: 'Hm' };
const finish: ChatEvent = { type: 'finish', reason: 'stop', complete: true };

describe('A first request', () => {
  /** Returns how often the answer was noted. */
  async function ask(first: ReturnType<typeof firstRequests>, ...steps: (ChatEvent | Error)[]) {
    let noted = 0;
    const streamChat = async function* () {
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield step;
      }
    };
    await runExchange(
      streamChat,
      { model: 'tone', messages: [] },
      {
        signal: new AbortController().signal,
        isFirstRequest: first.isFirstRequest({ connectionId: 'acme', name: 'tone' }),
        onFirstContent: () => {
          noted += 1;
          first.noteAnswer({ connectionId: 'acme', name: 'tone' });
        },
        onContent: () => undefined,
        onWait: () => undefined,
      },
    );
    return noted;
  }

  it('is one to a model that has not answered yet, by text or by reasoning', async () => {
    for (const content of [text, reasoning]) {
      const first = firstRequests();
      assert.equal(first.isFirstRequest({ connectionId: 'acme', name: 'tone' }), true);
      assert.equal(await ask(first, content, text, finish), 1);
      assert.equal(first.isFirstRequest({ connectionId: 'acme', name: 'tone' }), false);
      assert.equal(first.isFirstRequest({ connectionId: 'acme', name: 'sql' }), true);
      assert.equal(first.isFirstRequest({ connectionId: 'other', name: 'tone' }), true);
    }
  });

  it('stays one if the first try was refused or gave nothing', async () => {
    const first = firstRequests();
    await ask(first, failed('unauthorized'));
    await ask(first, finish);
    assert.equal(first.isFirstRequest({ connectionId: 'acme', name: 'tone' }), true);
  });

  it('no longer is one if the answer broke off', async () => {
    const first = firstRequests();
    await ask(first, text, failed('network'));
    assert.equal(first.isFirstRequest({ connectionId: 'acme', name: 'tone' }), false);
  });
});
