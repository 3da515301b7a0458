import assert from 'node:assert/strict';
import { sentRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import { failed, useFolder } from '../../fixtures.ts';
import { Bench } from '../chatScript.ts';

describe('An answer’s request, rebuilt', () => {
  const folder = useFolder();
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench(folder());
  });

  /** Asserts that the request rebuilt from the chat's file is the one that was sent. */
  async function assertSame(id = bench.last().id, call = bench.service.calls.at(-1)) {
    const stored = await bench.stored();
    const answer = stored.turns.get(id);
    assert.ok(answer?.role === 'assistant');
    assert.deepEqual(sentRequest(stored, answer), call?.request);
  }

  it('is what was sent, with the turns before it, the settings of that time and no more', async () => {
    bench.session.setSettings({ systemPrompt: 'Be kind.', temperature: 0.2, extra: { top_k: 4, '1': 2 } });
    const first = await bench.exchange('One', 'Two');
    bench.session.setSettings({ seed: 3 });
    await bench.exchange('Three', 'Four');
    await assertSame();
    await assertSame(first.id, bench.service.calls[0]);
  });

  it('is right for an edited turn and for another model', async () => {
    const { id, parent } = await bench.exchange('One', 'Two');
    await bench.reply(() => bench.session.edit(parent, 'Uno'), 'Dos');
    await assertSame();
    const llama = { connectionId: 'other', name: 'llama', settings: { topP: 0.5 } };
    await bench.reply(() => bench.session.regenerate(id, llama), 'Zwei');
    await assertSame();
  });

  it('contains, for a continued answer, the text so far', async () => {
    await bench.reply(
      () => bench.session.send('Tell'),
      (call) => call.say('Once ').fail(failed('network')),
    );
    await assertSame();
    await bench.reply(() => bench.session.continueAnswer(bench.last().id), 'upon');
    await assertSame();
  });
});
