import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

const noText = (words?: string) =>
  ({ error: 'protocol', code: 'NO_TEXT', ...(words === undefined ? {} : { words }) }) as const;
const said = (words: string) => ({ error: 'server', words }) as const;
const usage = data({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });

streamCases('An answer without text', {
  'fails if its choices are always empty': { parts: [data({ choices: [] }), doneEvent], end: noText() },
  'fails if it contains only usage': { parts: [usage, doneEvent], end: noText() },
  'fails with the object that comes instead of a chunk': {
    parts: [data({ id: 'x' }), doneEvent],
    end: noText('{"id":"x"}'),
  },
  'fails with the message that comes instead of a chunk': {
    parts: [data({ status: 'failed', message: 'Out of memory' }), doneEvent],
    end: said('Out of memory'),
  },
  'fails without quoting what is too long to read': {
    parts: [JSON.stringify({ hello: 'x'.repeat(5000) })],
    contentType: 'application/json',
    end: noText(),
  },
  'fails with the text that comes instead of a chunk': {
    parts: [data('Out of memory'), doneEvent],
    end: said('Out of memory'),
  },
  'is complete if the model ends it at once': { parts: [finishEvent, doneEvent], end: ['complete', 'stop'] },
  'is cut off if nothing marks its end': { parts: [data({ choices: [] })], end: ['cut'] },
});

streamCases('An answer that ends early', {
  'fails with the message that comes instead of the rest': {
    parts: [delta({ content: 'a' }), data({ message: 'Out of memory' })],
    text: 'a',
    end: said('Out of memory'),
  },
  'does not fail because of a message before its text': {
    parts: [data({ message: 'queued' }), delta({ content: 'a' }), finishEvent, doneEvent],
    text: 'a',
    end: ['complete', 'stop'],
  },
  'fails at once on a detail, as FastAPI sends it': {
    parts: [delta({ content: 'a' }), data({ detail: 'Out of memory' }), delta({ content: 'b' })],
    text: 'a',
    end: said('Out of memory'),
  },
});

const ended = { text: 'ab', end: ['complete', 'stop'] as const };

streamCases('Text in another form', {
  'is read from text completions': {
    parts: [data({ choices: [{ text: 'a' }] }), data({ choices: [{ text: 'b', finish_reason: 'stop' }] })],
    ...ended,
  },
  'is read from a delta that is a string': {
    parts: [data({ choices: [{ delta: 'ab' }] }), finishEvent],
    ...ended,
  },
  'is read from a message that is a string': {
    parts: [JSON.stringify({ choices: [{ message: 'ab', finish_reason: 'stop' }] })],
    contentType: 'application/json',
    ...ended,
  },
  'is read from a choice whose index is a string': {
    parts: [data({ choices: [{ index: '0', delta: { content: 'ab' } }] }), finishEvent],
    ...ended,
  },
  'is read from JSON that is encoded twice': {
    parts: [
      data(JSON.stringify({ choices: [{ delta: { content: 'ab' } }] })),
      data(JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })),
      data('[DONE]'),
    ],
    ...ended,
  },
});
