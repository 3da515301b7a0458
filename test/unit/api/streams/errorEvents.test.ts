import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const deltaA = delta({ content: 'ab <' });
const secret = 'synthetic-secret-721';
const providerError = { message: 'Rejected', code: 'provider_error', param: 'input', type: 'server_error' };
const rejected = 'server provider_error "Rejected"';
const named = (json: unknown): string => `event: error\n${data(json)}`;
const well = '"ab <", complete (stop)';

/** The text before the error is given out, the text after it is not, wherever the reads are split. */
const fails = (event: string, error: string): StreamCase => [
  `"ab <", then ${error}`,
  ...[deltaA, event, delta({ content: 'no' }), finishEvent, doneEvent],
];

// openai-node: tests/lib/streaming-named-error-events.test.ts; anthropic: the error test of tests/streaming.test.ts; AI SDK:
// "error stream parts" of openai-compatible-chat-language-model.test.ts.
streamCases('An error within a stream', {
  'is reported: named and not wrapped': fails(named(providerError), rejected),
  'is reported: named and wrapped': fails(named({ error: providerError }), rejected),
  'is reported: wrapped, without a name': fails(data({ error: providerError }), rejected),
  "is reported: in Anthropic's form": fails(
    named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    'server overloaded_error "Overloaded"',
  ),
  "is reported: in vLLM's form": fails(
    data({ object: 'error', message: 'Bad', code: 400 }),
    'badRequest 400 400 "Bad"',
  ),
  'is reported: as a string': fails(data({ error: 'Nope' }), 'server "Nope"'),
  'is reported: as a flag beside its message': fails(data({ error: true, message: 'Nope' }), 'server "Nope"'),
  'is reported: as a list': fails(data({ error: [{ message: 'Nope' }] }), 'server "Nope"'),
  'has no message if it is named and null': fails(named(null), 'server'),
  'has no message if it is named and a number': fails(named(42), 'server'),
  'has a JSON string as its message if it is named': fails(named('It failed'), 'server "It failed"'),
  'has plain text as its message if it is named': fails(
    'event: error\ndata: It failed\n\n',
    'server "It failed"',
  ),
  'is none if it is named but has no data': [well, deltaA, 'event: error\ndata:\n\n', finishEvent],
  'has its inner message rather than that of its wrapper': fails(
    named({ message: 'outer', error: { message: 'inner' } }),
    'server "inner"',
  ),
  'has the kind that belongs to its status': fails(
    data({ error: { message: 'Slow down', code: 429 } }),
    'rateLimited 429 429 "Slow down"',
  ),
  'is one of the service even if its message resembles an aborted fetch': fails(
    named({ message: 'FetchRequestCanceledException AbortError' }),
    'server "FetchRequestCanceledException AbortError"',
  ),
  'is reported: as the first event': [rejected, data({ error: providerError }), doneEvent],
  'is reported if it is named but cut off at the end': [
    '"ab <", then server "It fai"',
    ...[deltaA, 'event: error\ndata: It fai'],
  ],
  "is reported: in OpenRouter's form, in a choice": fails(
    data({ choices: [{ delta: {}, error: { code: 502, message: 'Nope' }, finish_reason: 'error' }] }),
    'server 502 502 "Nope"',
  ),
  'has the kind that belongs to its status as text': fails(
    data({ error: { message: 'Slow down', code: '429' } }),
    'rateLimited 429 429 "Slow down"',
  ),
  'is reported: with msg for its message': [
    'server 1113 "No balance"',
    data({ code: 1113, msg: 'No balance' }),
  ],
  'is none if it says nothing': [
    well,
    ...[{}, { code: 0, message: '' }].map((error) => data({ error, choices: [] })),
    ...[deltaA, finishEvent],
  ],
  'is none if it is null, empty, false or 0': [
    well,
    data({ error: null, choices: [] }),
    ...['', false, [], 0].map((error) => data({ error })),
    ...[deltaA, finishEvent],
  ],
  'is not assumed in an event with another name': [well, `event: thread.error\n${deltaA}`, finishEvent],
});

// openai-node: tests/lib/streaming-malformed-sse-privacy.test.ts; `streamCases` checks that such an error neither quotes the
// stream nor has a cause. The AI SDK reports the unparsable part and goes on; our chat ends there.
streamCases('An event that is not JSON is an error that quotes nothing', {
  'a truncated object': fails(`data: {"patient":"${secret}"\n\n`, 'protocol JSON'),
  'a word': fails(`data: ${secret}\n\n`, 'protocol JSON'),
  'a truncated object in a named event': fails(
    `event: delta\ndata: {"credential":"${secret}"\n\n`,
    'protocol JSON',
  ),
  'a truncated object in an event named error': fails(
    `event: error\ndata: {"credential":"${secret}"\n\n`,
    'server',
  ),
  'even before [DONE], unlike in the AI SDK': ['protocol JSON', 'data: {unparsable}\n\n', doneEvent],
  'two objects': fails('data: {} {}\n\n', 'protocol JSON'),
  NaN: fails('data: NaN\n\n', 'protocol JSON'),
});

// The other clients do not test an answer that is not a stream.
streamCases(
  'A JSON answer to a request for a stream',
  {
    'is read like a stream': [
      '"Hi", 1+2=3 tokens, complete (stop)',
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      }),
    ],
    'is read even if it has no content': ['complete', '{"choices":[{"message":{"content":null}}]}'],
    'is read from a message that is a string': ['"ab", complete', '{"choices":[{"message":"ab"}]}'],
    'is read from a text completion': [
      '"ab", complete (stop)',
      '{"choices":[{"text":"ab","finish_reason":"stop"}]}',
    ],
    'is read if it is encoded twice': [
      '"ab", complete',
      JSON.stringify('{"choices":[{"message":{"content":"ab"}}]}'),
    ],
    'is reported if it is an error': ['server "No"', '{"error":{"message":"No"}}'],
    'is reported if it is a detail': ['server "No"', '{"detail":"No"}'],
    'is no completion if it is another object': ['protocol NO_TEXT "{\\"hello\\":1}"', '{"hello":1}'],
    'is no completion if it is another object, not quoted if it is too long to read': [
      'protocol NO_TEXT',
      JSON.stringify({ hello: 'x'.repeat(5000) }),
    ],
    'is no completion if it has no choices': ['protocol NO_TEXT', '{"choices":[]}'],
    'is no completion if it is a list': ['protocol NO_TEXT', '[]'],
    'is no completion if it is truncated': ['protocol JSON', '{"choices":[{"message":{"content":"Hi'],
    'is an event stream anyway': [well, deltaA, finishEvent],
  },
  'application/json',
);

streamCases(
  'An answer to a request for a stream that is plain text',
  {
    'is read if it is JSON, even after a byte order mark and white space': [
      'thought "Hm", "Hi", complete',
      '\ufeff\n ',
      JSON.stringify({ choices: [{ message: { content: '<think>Hm</think>Hi' } }] }),
    ],
    'is read if it is an event stream': [well, ': hi\n\n', deltaA, finishEvent],
    'is no completion if it is an HTML page': ['protocol HTML', ' <!doctype html>'],
    'is no completion otherwise': ['protocol SHAPE', 'Internal problem'],
  },
  'text/plain; charset=utf-8',
);

streamCases(
  'An answer to a request for a stream that says it is HTML',
  {
    'is no completion': ['protocol HTML', 'Sign in'],
    'is no completion if it is a page': ['protocol HTML', '\n<html>'],
    'is read if it is an event stream': [well, deltaA, finishEvent],
    'is read if it is JSON': ['"ab", complete', '{"choices":[{"message":"ab"}]}'],
  },
  'text/html',
);
