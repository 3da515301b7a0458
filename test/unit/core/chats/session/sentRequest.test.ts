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
    bench.session.setSettings({
      systemPrompt: 'Be kind.',
      temperature: 0.2,
      extra: { top_k: 4, '1': 2 },
    });
    const first = await bench.exchange('One', 'Two');
    bench.session.setSettings({ seed: 3 });
    await bench.exchange('Three', 'Four');
    await assertSame();
    await assertSame(first.id, bench.service.calls[0]);
  });

  it('is right for an edited turn and for another model', async () => {
    const { id, parent } = await bench.exchange('One', 'Two');
    const edit = await bench.ask(() => bench.session.edit(parent, 'Uno'));
    edit.call.say('Dos').finish();
    await edit.done;
    await assertSame();
    const llama = { connectionId: 'other', name: 'llama', settings: { topP: 0.5 } };
    const other = await bench.ask(() => bench.session.regenerate(id, llama));
    other.call.say('Zwei').finish();
    await other.done;
    await assertSame();
  });

  it('contains, for a continued answer, the text so far', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Tell'));
    call.say('Once ').fail(failed('network'));
    await done;
    await assertSame();
    const again = await bench.ask(() => bench.session.continueAnswer(bench.last().id));
    again.call.say('upon').finish();
    await again.done;
    await assertSame();
  });
});
