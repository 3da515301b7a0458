import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const deltaA = delta({ content: 'ab <' });
const syntheticSecret = 'synthetic-secret-721';
const providerError = { message: 'Rejected', code: 'provider_error', param: 'input', type: 'server_error' };
const rejected = { error: 'server', code: 'provider_error', words: 'Rejected' } as const;
const named = (json: unknown): string => `event: error\n${data(json)}`;

/** The text before the error is given out, the text after it is not, wherever the reads are split. */
const fails = (event: string, end: StreamCase['end']): StreamCase => ({
  parts: [deltaA, event, delta({ content: 'no' }), finishEvent, doneEvent],
  text: 'ab <',
  end,
});

// openai-node: tests/lib/streaming-named-error-events.test.ts; anthropic: the error test of tests/streaming.test.ts; AI SDK:
// "error stream parts" of openai-compatible-chat-language-model.test.ts.
streamCases('An error within a stream', {
  'is reported: named and not wrapped': fails(named(providerError), rejected),
  'is reported: named and wrapped': fails(named({ error: providerError }), rejected),
  'is reported: wrapped, without a name': fails(data({ error: providerError }), rejected),
  "is reported: in Anthropic's form": fails(
    named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    {
      error: 'server',
      code: 'overloaded_error',
      words: 'Overloaded',
    },
  ),
  "is reported: in vLLM's form": fails(data({ object: 'error', message: 'Bad', code: 400 }), {
    error: 'badRequest',
    code: '400',
    words: 'Bad',
  }),
  'is reported: as a string': fails(data({ error: 'Nope' }), { error: 'server', words: 'Nope' }),
  'is reported: as a flag beside its message': fails(data({ error: true, message: 'Nope' }), {
    error: 'server',
    words: 'Nope',
  }),
  'is reported: as a list': fails(data({ error: [{ message: 'Nope' }] }), { error: 'server', words: 'Nope' }),
  'has no message if it is named and null': fails(named(null), { error: 'server' }),
  'has no message if it is named and a number': fails(named(42), { error: 'server' }),
  'has a JSON string as its message if it is named': fails(named('It failed'), {
    error: 'server',
    words: 'It failed',
  }),
  'has plain text as its message if it is named': fails('event: error\ndata: It failed\n\n', {
    error: 'server',
    words: 'It failed',
  }),
  'is none if it is named but has no data': {
    parts: [deltaA, 'event: error\ndata:\n\n', finishEvent],
    text: 'ab <',
    end: ['complete', 'stop'],
  },
  'has its inner message rather than that of its wrapper': fails(
    named({ message: 'outer', error: { message: 'inner' } }),
    {
      error: 'server',
      words: 'inner',
    },
  ),
  'has the kind that belongs to its status': fails(data({ error: { message: 'Slow down', code: 429 } }), {
    error: 'rateLimited',
    code: '429',
    words: 'Slow down',
  }),
  'is one of the service even if its message resembles an aborted fetch': fails(
    named({ message: 'FetchRequestCanceledException AbortError' }),
    {
      error: 'server',
      words: 'FetchRequestCanceledException AbortError',
    },
  ),
  'is reported: as the first event': { parts: [data({ error: providerError }), doneEvent], end: rejected },
  'is reported if it is named but cut off at the end': {
    parts: [deltaA, 'event: error\ndata: It fai'],
    text: 'ab <',
    end: { error: 'server', words: 'It fai' },
  },
  'is none if it is null, empty, false or 0': {
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
  'is not assumed in an event with another name': {
    parts: [`event: thread.error\n${deltaA}`, finishEvent],
    text: 'ab <',
    end: ['complete', 'stop'],
  },
});

const notJson = { error: 'protocol', code: 'JSON' } as const;

// openai-node: tests/lib/streaming-malformed-sse-privacy.test.ts; `streamCases` checks that such an error neither quotes the
// stream nor has a cause. The AI SDK reports the unparsable part and goes on; our chat ends there.
streamCases('An event that is not JSON', {
  'is an error that quotes nothing: a truncated object': fails(
    `data: {"patient":"${syntheticSecret}"\n\n`,
    notJson,
  ),
  'is an error that quotes nothing: a word': fails(`data: ${syntheticSecret}\n\n`, notJson),
  'is an error that quotes nothing: a truncated object in a named event': fails(
    `event: delta\ndata: {"credential":"${syntheticSecret}"\n\n`,
    notJson,
  ),
  'is an error that quotes nothing: a truncated object in an event named error': fails(
    `event: error\ndata: {"credential":"${syntheticSecret}"\n\n`,
    { error: 'server' },
  ),
  'is an error even before [DONE], unlike in the AI SDK': {
    parts: ['data: {unparsable}\n\n', doneEvent],
    end: notJson,
  },
  'is an error: two objects': fails('data: {} {}\n\n', notJson),
  'is an error: NaN': fails('data: NaN\n\n', notJson),
});

// The other clients do not test an answer that is not a stream.
streamCases('A JSON answer to a request for a stream', {
  'is read like a stream': {
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
  'is read whatever its content type, even after a byte order mark and white space': {
    parts: ['\ufeff\n ', JSON.stringify({ choices: [{ message: { content: '<think>Hm</think>Hi' } }] })],
    text: 'Hi',
    reasoning: 'Hm',
    end: ['complete'],
  },
  'is reported if it is an error': {
    parts: ['{"error":{"message":"No"}}'],
    contentType: 'application/json',
    end: { error: 'server', words: 'No' },
  },
  'is no completion if it is another object': {
    parts: ['{"hello":1}'],
    contentType: 'application/json',
    end: { error: 'protocol', code: 'NO_TEXT', words: '{"hello":1}' },
  },
  'is no completion if it is a list': {
    parts: ['[]'],
    contentType: 'application/json',
    end: { error: 'protocol', code: 'NO_TEXT' },
  },
  'is no completion if it is truncated': {
    parts: ['{"choices":[{"message":{"content":"Hi'],
    contentType: 'application/json',
    end: notJson,
  },
  'is no completion if it is an HTML page': {
    parts: ['Sign in'],
    contentType: 'text/html',
    end: { error: 'protocol', code: 'HTML' },
  },
  'is no completion if it is an HTML page with another content type': {
    parts: [' <!doctype html>'],
    contentType: 'text/plain',
    end: { error: 'protocol', code: 'HTML' },
  },
  'is no completion if it is plain text': {
    parts: ['Internal problem'],
    contentType: 'text/plain',
    end: { error: 'protocol', code: 'SHAPE' },
  },
});

streamCases('An event stream with another content type', {
  'is read anyway: JSON': {
    parts: [deltaA, finishEvent],
    contentType: 'application/json',
    text: 'ab <',
    end: ['complete', 'stop'],
  },
  'is read anyway: text': {
    parts: [': hi\n\n', deltaA, finishEvent],
    contentType: 'text/plain; charset=utf-8',
    text: 'ab <',
    end: ['complete', 'stop'],
  },
});
