import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const deltaA = delta({ content: 'ab <' });
const syntheticSecret = 'synthetic-secret-721';
const providerError = { message: 'Rejected', code: 'provider_error', param: 'input', type: 'server_error' };
const rejected = { error: 'server', code: 'provider_error', words: 'Rejected' } as const;
const named = (json: unknown): string => `event: error\n${data(json)}`;

/** What came before is given out, what comes after is not, however the reads fall. */
const fails = (event: string, end: StreamCase['end']): StreamCase => ({
  parts: [deltaA, event, delta({ content: 'no' }), finishEvent, doneEvent],
  text: 'ab <',
  end,
});

// openai-node: tests/lib/streaming-named-error-events.test.ts; anthropic: the error test of tests/streaming.test.ts; AI SDK:
// "error stream parts" of openai-compatible-chat-language-model.test.ts.
streamCases('An error within a stream', {
  'named and flat is told': fails(named(providerError), rejected),
  'named and wrapped is told': fails(named({ error: providerError }), rejected),
  'wrapped without a name is told': fails(data({ error: providerError }), rejected),
  "in Anthropic's form is told": fails(
    named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    {
      error: 'server',
      code: 'overloaded_error',
      words: 'Overloaded',
    },
  ),
  "in vLLM's form is told": fails(data({ object: 'error', message: 'Bad', code: 400 }), {
    error: 'badRequest',
    code: '400',
    words: 'Bad',
  }),
  'as text is told': fails(data({ error: 'Nope' }), { error: 'server', words: 'Nope' }),
  'as a flag beside its words is told': fails(data({ error: true, message: 'Nope' }), {
    error: 'server',
    words: 'Nope',
  }),
  'as a list is told': fails(data({ error: [{ message: 'Nope' }] }), { error: 'server', words: 'Nope' }),
  'named, as null, is an error without words': fails(named(null), { error: 'server' }),
  'named, as a number, is an error without words': fails(named(42), { error: 'server' }),
  'named, as JSON text, has that for its words': fails(named('It failed'), {
    error: 'server',
    words: 'It failed',
  }),
  'named, as plain text, has that for its words': fails('event: error\ndata: It failed\n\n', {
    error: 'server',
    words: 'It failed',
  }),
  'named, with nothing, is no error': {
    parts: [deltaA, 'event: error\ndata:\n\n', finishEvent],
    text: 'ab <',
    end: ['complete', 'stop'],
  },
  'with words in the wrapper has those of the inner error first': fails(
    named({ message: 'outer', error: { message: 'inner' } }),
    {
      error: 'server',
      words: 'inner',
    },
  ),
  'with a status is of its kind': fails(data({ error: { message: 'Slow down', code: 429 } }), {
    error: 'rateLimited',
    code: '429',
    words: 'Slow down',
  }),
  'whose words are those of an aborted fetch stays an error of the service': fails(
    named({ message: 'FetchRequestCanceledException AbortError' }),
    {
      error: 'server',
      words: 'FetchRequestCanceledException AbortError',
    },
  ),
  'as the first event is told': { parts: [data({ error: providerError }), doneEvent], end: rejected },
  'cut off at the end is told where its name says so': {
    parts: [deltaA, 'event: error\ndata: It fai'],
    text: 'ab <',
    end: { error: 'server', words: 'It fai' },
  },
  'that is null, empty or false is none': {
    parts: [
      data({ error: null, choices: [] }),
      data({ error: '' }),
      data({ error: false }),
      data({ error: [] }),
      data({ error: 0 }),
      deltaA,
      finishEvent,
    ],
    text: 'ab <',
    end: ['complete', 'stop'],
  },
  'of another name is an event like any other': {
    parts: [`event: thread.error\n${deltaA}`, finishEvent],
    text: 'ab <',
    end: ['complete', 'stop'],
  },
});

const notJson = { error: 'protocol', code: 'JSON' } as const;

// openai-node: tests/lib/streaming-malformed-sse-privacy.test.ts; `streamCases` holds that such an error has neither words of
// the stream nor a cause. The AI SDK tells the unparsable part and goes on; a chat of ours ends there.
streamCases('An event that is no JSON', {
  'is an error that quotes nothing: an object cut short': fails(
    `data: {"patient":"${syntheticSecret}"\n\n`,
    notJson,
  ),
  'is an error that quotes nothing: a word': fails(`data: ${syntheticSecret}\n\n`, notJson),
  'is an error that quotes nothing: with a name': fails(
    `event: delta\ndata: {"credential":"${syntheticSecret}"\n\n`,
    notJson,
  ),
  'is an error that quotes nothing: named error, an object cut short': fails(
    `event: error\ndata: {"credential":"${syntheticSecret}"\n\n`,
    { error: 'server' },
  ),
  'is an error, unlike the AI SDK has it, where [DONE] follows': {
    parts: ['data: {unparsable}\n\n', doneEvent],
    end: notJson,
  },
  'is an error: with more after it': fails('data: {} {}\n\n', notJson),
  'is an error: NaN': fails('data: NaN\n\n', notJson),
});

// What nobody tests: an answer that is no stream at all.
streamCases('A JSON answer to a request for a stream', {
  'is read as a stream would be': {
    parts: [
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      }),
    ],
    contentType: 'application/json',
    text: 'Hi',
    usage: [1, 2, 3],
    end: ['complete', 'stop'],
  },
  'is read whatever its type, after white space and a byte order mark': {
    parts: ['\ufeff\n ', JSON.stringify({ choices: [{ message: { content: '<think>Hm</think>Hi' } }] })],
    text: 'Hi',
    reasoning: 'Hm',
    end: ['complete'],
  },
  'is told where it is an error': {
    parts: ['{"error":{"message":"No"}}'],
    contentType: 'application/json',
    end: { error: 'server', words: 'No' },
  },
  'is no completion where it is another object': {
    parts: ['{"hello":1}'],
    contentType: 'application/json',
    end: { error: 'protocol', code: 'NO_TEXT', words: '{"hello":1}' },
  },
  'is no completion where it is a list': {
    parts: ['[]'],
    contentType: 'application/json',
    end: { error: 'protocol', code: 'NO_TEXT' },
  },
  'is no completion where it is cut short': {
    parts: ['{"choices":[{"message":{"content":"Hi'],
    contentType: 'application/json',
    end: notJson,
  },
  'is no completion where it is a page': {
    parts: ['Sign in'],
    contentType: 'text/html',
    end: { error: 'protocol', code: 'HTML' },
  },
  'is no completion where it is a page of another type': {
    parts: [' <!doctype html>'],
    contentType: 'text/plain',
    end: { error: 'protocol', code: 'HTML' },
  },
  'is no completion where it is some text': {
    parts: ['Internal problem'],
    contentType: 'text/plain',
    end: { error: 'protocol', code: 'SHAPE' },
  },
});

streamCases('An event stream of another type', {
  'is read all the same: JSON': {
    parts: [deltaA, finishEvent],
    contentType: 'application/json',
    text: 'ab <',
    end: ['complete', 'stop'],
  },
  'is read all the same: text': {
    parts: [': hi\n\n', deltaA, finishEvent],
    contentType: 'text/plain; charset=utf-8',
    text: 'ab <',
    end: ['complete', 'stop'],
  },
});
