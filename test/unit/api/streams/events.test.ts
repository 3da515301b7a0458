import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const says = (text: string): string => delta({ content: text });
const helloEvents = [says('Hel'), says('lo'), finishEvent, doneEvent];
const hello = (...parts: (string | Uint8Array)[]): StreamCase => ['"Hello", complete (stop)', ...parts];
const withLineEnds = (end: string): string => helloEvents.join('').replaceAll('\n', end);

// openai-node: tests/streaming.test.ts, streaming-core.test.ts; eventsource-parser: test/parse.test.ts. Every other framing of
// lines, fields, comments and byte order marks is compared with a plain decoder in `properties/sseDecoding.test.ts`.
streamCases('Events', {
  'are read with or without a name, and after events without data': hello(
    'event: foo\n\nevent: error\n\n',
    `event: completion\n${says('Hel')}`,
    ...helloEvents.slice(1),
  ),
  'are read from several lines of data, including empty ones, with comments between': hello(
    'data: {\ndata: "choices":\n: ping\ndata: \ndata:\ndata: [{"delta":{"content":"Hello"}}]}\n\n',
    finishEvent,
  ),
  'may end their lines with CR': hello(withLineEnds('\r')),
  'may end their lines with CRLF': hello(withLineEnds('\r\n')),
  'need no space after the colon': hello(helloEvents.join('').replaceAll('data: ', 'data:')),
  'may begin with a byte order mark': hello('\ufeff', ...helloEvents),
  'keep line ends that are escaped in JSON': [
    '"my long\\n\\ncontent\\r\\n", cut short',
    says('my long\n\ncontent\r\n'),
  ],
  'keep Unicode line separators, which end no line': [
    '"a\u2028b\u2029c\u0085d", cut short',
    'data: {"choices":[{"delta":{"content":"a\u2028b\u2029c\u0085d"}}]}\n\n',
  ],
  'keep characters of several bytes, wherever they are split': [
    '"изв👩‍🚀", cut short',
    ...[
      'data: {"choices":[{"delta":{"content":"',
      Uint8Array.of(0xd0),
      Uint8Array.of(0xb8, 0xd0, 0xb7, 0xd0),
    ],
    ...[Uint8Array.of(0xb2), '👩‍🚀"}}]}\n\n'],
  ],
  'replace invalid UTF-8 and lose nothing else': [
    '"a\ufffd\ufffdb", cut short',
    ...['data: {"choices":[{"delta":{"content":"a', Uint8Array.of(0xff, 0xc3), 'b"}}]}\n\n'],
  ],
});

// openai-node and eventsource-parser discard an event if the stream ends before its blank line.
streamCases('The last event without its blank line', {
  'counts, with one line end': ['"a", complete (stop)', says('a'), finishEvent.slice(0, -1)],
  'counts, with no line end': ['"a", complete (stop)', says('a'), finishEvent.trimEnd()],
  'counts once after two CR': ['"a", complete (stop)', says('a'), `${finishEvent.trimEnd()}\r\r`],
  'counts as [DONE]': ['"a", complete', says('a'), 'data: [DONE]'],
  'counts as text': ['"ab", cut short', says('a'), says('b').trimEnd()],
  'is ignored if it is cut inside its JSON': ['"a", cut short', says('a'), 'data: {"choices":[{"del'],
  'is ignored if it is cut inside its field name': ['"a", cut short', says('a'), 'dat'],
  'is ignored if it is cut inside a character': [
    '"a", cut short',
    says('a'),
    'data: "',
    Uint8Array.of(0xf0, 0x9f),
  ],
});

const secret = 'synthetic-secret-314';
const providerError = `event: error\n${data({ error: { message: 'Rejected' } })}`;
const done = (...parts: string[]): StreamCase => ['"a", complete', says('a'), ...parts];
const fake = (...parts: string[]): StreamCase => ['"a", then protocol JSON', says('a'), ...parts];

// openai-node: tests/lib/streaming-sentinel-integrity.test.ts, and the sentinel tests of its streaming-core.test.ts.
streamCases('[DONE]', {
  'completes an answer': done(doneEvent),
  'completes an answer even in an event named error': done(`event: error\n${doneEvent}`),
  'alone is an answer without text': ['protocol NO_TEXT', doneEvent],
  'is trimmed, unlike in openai-node: spaces and a tab': done(`data: ${' '.repeat(40)}[DONE]\t \n\n`),
  'is trimmed, unlike in openai-node: empty lines': done('data:\ndata: [DONE]\ndata:\n\n'),
  'ends reading: invalid JSON after it is ignored': done(doneEvent, 'data: not-json\n\n'),
  'ends reading: an error after it is ignored': done(doneEvent, providerError),
  'ends reading: text after it is ignored': done(doneEvent, says('no')),
  'with text after it is an error, not a completion': fake(`data: [DONE]${secret}\n\n`),
  'with text before it is an error, not a completion': fake(`data: ${secret}[DONE]\n\n`),
  'with another line after it is an error, not a completion': fake(
    `data: [DONE]\ndata: {"a":"${secret}"}\n\n`,
  ),
  'that is damaged is the error, whatever the service reports after it': fake(
    `data: [DONE]${secret}\n\n`,
    providerError,
  ),
  'that is damaged is the error, even before an intact one': fake('data: [DONE]x\n\n', doneEvent),
  'in lower case is an error, not a completion': fake('data: [done]\n\n'),
  'completes an answer as a JSON string, as some gateways send it': done(data('[DONE]')),
  'outside a data field is no completion': ['"a", cut short', says('a'), '[DONE]\n\n'],
  'cut off by the end of the stream is no completion': ['"a", cut short', says('a'), 'data: [DON'],
});

const oneToken = data({ choices: [], usage: { completion_tokens: 1 } });

// openai-node has no tests for this: it treats any clean end as success.
streamCases('An answer without [DONE]', {
  'is complete with a finish reason': ['"a", complete (stop)', says('a'), finishEvent],
  'is complete with a finish reason that comes with the text': [
    '"a", complete (length)',
    delta({ content: 'a' }, 'length'),
  ],
  'keeps the first finish reason of several': [
    '"a", complete (stop)',
    says('a'),
    finishEvent,
    delta({}, 'length'),
  ],
  'is cut with an empty or null finish reason': ['"a", cut short', says('a'), delta({}, ''), delta({}, null)],
  'is not finished by null as a text': [
    '"abc", complete (stop)',
    delta({ content: 'a' }, 'null'),
    delta({ content: 'b' }, 'None'),
    delta({ content: 'c' }, 'stop'),
  ],
  'is cut if its last finish reason is null as a text': ['"a", cut short', delta({ content: 'a' }, 'null')],
  'is cut with usage alone': ['"a", 0+1=1 tokens, cut short', says('a'), oneToken],
  'is cut if nothing comes': ['cut short'],
  'is cut if only white space comes': ['cut short', '\n \r\n'],
  'is cut if only comments come': ['cut short', ': ping\n\n: ping\n\n'],
  'includes what comes after its finish reason': [
    '"ab", 0+1=1 tokens, complete (stop)',
    ...[says('a'), finishEvent, says('b'), oneToken],
  ],
  'that breaks after its finish reason is complete anyway': [
    '"a", complete (stop)',
    ...[says('a'), finishEvent, 'data: {oops\n\n'],
  ],
  'with an error after its finish reason is complete anyway': [
    '"a", complete (stop)',
    ...[says('a'), finishEvent, providerError],
  ],
});
