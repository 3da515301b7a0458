import assert from 'node:assert/strict';
import { delta, doneEvent } from '../unit/api/harness.ts';
import { type Part, textIn, useDirectChat } from './support/directChat.ts';

const end = (reason: string) => delta({}, reason) + doneEvent;
const thought = delta({ reasoning_content: 'I think.' });

describe('An answer that says nothing', () => {
  const chat = useDirectChat();

  const cases = [
    [thought + end('length'), 'Stopped at the token limit while reasoning.'],
    [end('length'), 'Stopped at the token limit before any text.'],
    [end('content_filter'), "Stopped by the service's content filter."],
    [thought + end('content_filter'), "Stopped by the service's content filter."],
    [thought + end('stop'), 'The model reasoned, but gave no answer.'],
    [thought + doneEvent, 'The model reasoned, but gave no answer.'],
    [end('stop'), 'The model gave an empty answer.'],
    [end('tool_calls'), 'The model gave an empty answer.'],
    [delta({ content: '\n\n' }) + end('stop'), 'The model gave an empty answer.'],
  ] as const;
  it('ends with a sentence that says why', async () => {
    for (const [text, sentence] of cases) {
      chat().fail({ kind: 'sse', text, times: 1 });
      assert.equal(textIn(await chat().ask('Hello')).trim(), sentence);
    }
  });

  it('says no more after text or a tool call', async () => {
    chat().fail({ kind: 'sse', text: delta({ content: 'Yes' }) + end('length'), times: 1 });
    assert.deepEqual(await chat().ask('Hello'), [['text', 'Yes']]);
    for (const reason of ['stop', 'length', 'content_filter', 'tool_calls']) {
      const text = thought + delta({ content: 'Yes' }) + end(reason);
      chat().fail({ kind: 'sse', text, times: 1 });
      assert.deepEqual(await chat().ask('Hello'), [
        ['thinking', 'I think.'],
        ['text', 'Yes'],
      ]);
    }
    chat().fail({ kind: 'toolCalls', calls: [{ name: 'list', arguments: '' }] });
    const kinds = (await chat().ask('Hello')).map(([kind]) => kind);
    assert.deepEqual(kinds, ['call', 'usage']);
  });
});

describe('An answer that is cut off', () => {
  const chat = useDirectChat();
  const cutOff = 'Cut off: the connection closed before the answer was complete. Try again.';

  it('fails in words after what came, if the service just ends it or the connection breaks', async () => {
    for (const kind of ['end', 'cut'] as const) {
      chat().fail({ kind: 'answer', text: 'One two three.', times: 1 });
      chat().fail({ kind, after: 2, times: 1 });
      const parts: Part[] = [];
      await assert.rejects(chat().ask('Hello', {}, undefined, parts), { message: cutOff, stack: '' });
      assert.equal(textIn(parts), 'One two');
    }
  });
});
