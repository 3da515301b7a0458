import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../../src/api/types.ts';
import { FirstRequests } from '../../../../../src/core/chats/session/firstRequests.ts';
import { failed } from '../../fixtures.ts';

const text: ChatEvent = { type: 'text', text: 'Hi' };
const reasoning: ChatEvent = { type: 'reasoning', text: 'Hm' };
const finish: ChatEvent = { type: 'finish', reason: 'stop', complete: true };

describe('A first request', () => {
  async function ask(first: FirstRequests, model: string, ...steps: (ChatEvent | Error)[]) {
    const stream = first.watch('acme', async function* () {
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield step;
      }
    });
    const events: ChatEvent[] = [];
    for await (const event of stream({ model, messages: [] })) events.push(event);
    return events;
  }

  it('is one to a model that has not answered yet, by text or by reasoning', async () => {
    for (const content of [text, reasoning]) {
      const first = new FirstRequests();
      assert.equal(first.isFirst({ connectionId: 'acme', name: 'tone' }), true);
      assert.deepEqual(await ask(first, 'tone', content, finish), [content, finish]);
      assert.equal(first.isFirst({ connectionId: 'acme', name: 'tone' }), false);
      assert.equal(first.isFirst({ connectionId: 'acme', name: 'sql' }), true);
      assert.equal(first.isFirst({ connectionId: 'other', name: 'tone' }), true);
    }
  });

  it('stays one if the first try was refused or gave nothing', async () => {
    const first = new FirstRequests();
    await assert.rejects(ask(first, 'tone', failed('unauthorized')));
    await ask(first, 'tone', finish);
    assert.equal(first.isFirst({ connectionId: 'acme', name: 'tone' }), true);
  });

  it('no longer is one if the answer broke off', async () => {
    const first = new FirstRequests();
    await assert.rejects(ask(first, 'tone', text, failed('network')));
    assert.equal(first.isFirst({ connectionId: 'acme', name: 'tone' }), false);
  });

  it('ends the underlying stream when it is left', async () => {
    let hasEnded = false;
    const stream = new FirstRequests().watch('acme', async function* () {
      try {
        yield text;
        yield text;
      } finally {
        hasEnded = true;
      }
    });
    for await (const _event of stream({ model: 'tone', messages: [] })) break;
    assert.equal(hasEnded, true);
  });
});
