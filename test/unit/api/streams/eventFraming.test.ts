import { delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const json = (text: string): string => JSON.stringify({ choices: [{ delta: { content: text } }] });
const says = (text: string): string => delta({ content: text });
const stopped = ['complete', 'stop'] as const;
const helloEvents = [says('Hel'), says('lo'), finishEvent, doneEvent];
const hello = (parts: StreamCase['parts']): StreamCase => ({ parts, text: 'Hello', end: stopped });
const withLineEnds = (end: string): string => helloEvents.join('').replaceAll('\n', end);

// openai-node: tests/streaming.test.ts; anthropic: tests/streaming.test.ts. We test whole chats, in which an event without data
// does not show.
streamCases('Events', {
  'are read with or without a name': hello([`event: completion\n${says('Hel')}`, ...helloEvents.slice(1)]),
  'without data are ignored': hello(['event: foo\n\nevent: ping\n\n', ...helloEvents]),
  'with a name but no data do not affect the next event': hello(['event: error\n\n', ...helloEvents]),
  'are read from several lines of data, including empty ones': hello([
    'data: {\ndata: "choices":\ndata: \ndata:\ndata: [{"delta":{"content":"Hello"}}]}\n\n',
    finishEvent,
  ]),
  'keep line ends that are escaped in JSON': {
    parts: [says('my long\n\ncontent\r\n')],
    text: 'my long\n\ncontent\r\n',
    end: ['cut'],
  },
  'keep Unicode line separators, which end no line': {
    parts: [`data: ${json('a\u2028b\u2029c\u0085d')}\n\n`],
    text: 'a\u2028b\u2029c\u0085d',
    end: ['cut'],
  },
  'keep characters of several bytes, wherever they are split': {
    parts: [
      'data: {"choices":[{"delta":{"content":"',
      Uint8Array.of(0xd0),
      Uint8Array.of(0xb8, 0xd0, 0xb7, 0xd0),
      Uint8Array.of(0xb2),
      '👩‍🚀"}}]}\n\n',
    ],
    text: 'изв👩‍🚀',
    end: ['cut'],
  },
  'replace invalid UTF-8 and lose nothing else': {
    parts: ['data: {"choices":[{"delta":{"content":"a', Uint8Array.of(0xff, 0xc3), 'b"}}]}\n\n'],
    text: 'a\ufffd\ufffdb',
    end: ['cut'],
  },
});

// openai-node: tests/lib/streaming-core.test.ts and tests/internal/decoders/line.test.ts.
const lineEnds = { LF: '\n', CR: '\r', CRLF: '\r\n' };
const mixed = Object.entries(lineEnds).flatMap(([first, one]) =>
  Object.entries(lineEnds)
    // CR followed by LF is a single line end, so it ends no event.
    .filter(([second]) => first !== 'CR' || second !== 'LF')
    .map(([second, other]): [string, StreamCase] => [
      `may be ${first} and then ${second}`,
      hello([`data: ${json('Hel')}${one}${other}`, `data: ${json('lo')}${one}${other}`, finishEvent]),
    ]),
);
streamCases('Line ends', {
  ...Object.fromEntries(
    Object.entries(lineEnds).map(([name, end]) => [`may all be ${name}`, hello([withLineEnds(end)])]),
  ),
  ...Object.fromEntries(mixed),
  'may differ between the lines of an event': hello([
    'data: {"choices":\rdata: [{"delta":\ndata: {"content":"Hello"}}]}\r\n\r',
    finishEvent,
  ]),
  'may be a CRLF that is split between reads': hello([
    `data: ${json('Hel')}\r`,
    '\n\r',
    `\ndata: ${json('lo')}\r`,
    '\n',
    '\r\n',
    finishEvent,
  ]),
  'end a line, not an event, if a CRLF is split between reads': hello([
    'data: {"choices":\r',
    '\ndata: [{"delta":{"content":"Hello"}}]}\r\n\r\n',
    finishEvent,
  ]),
  'end the event at once if they are CR, and do not count again with an LF after them': hello([
    `data: ${json('Hel')}\r\r`,
    `\ndata: ${json('lo')}\r\r`,
    '\n',
    finishEvent,
  ]),
  'are found after a line that arrives in pieces': hello([
    'data: {"choices":[{"delta":{"con',
    `tent":"Hel"}}]}\r\n\r\ndata: ${json('lo')}\r\n\r\n`,
    finishEvent,
  ]),
  'before the first event are ignored': hello(['\n\n\n\r\n', ...helloEvents]),
  'beyond two are ignored': hello(helloEvents.map((one) => `${one}\n\n\r\n`)),
});

// eventsource-parser: test/parse.test.ts.
streamCases('Fields', {
  'need no space after the colon': hello([helloEvents.join('').replaceAll('data: ', 'data:')]),
  'lose only one space after the colon': { parts: [`data:   ${json(' a')}\n\n`], text: ' a', end: ['cut'] },
  'after a byte order mark at the start are read': hello(['\ufeff', ...helloEvents]),
  'after a byte order mark in three reads are read': hello([
    Uint8Array.of(0xef),
    Uint8Array.of(0xbb),
    Uint8Array.of(0xbf),
    ...helloEvents,
  ]),
  'after a later byte order mark are unknown': hello([
    ...helloEvents.slice(0, 2),
    `\ufeff${says('no')}`,
    finishEvent,
  ]),
  'after two byte order marks are unknown': hello(['\ufeff\ufeffdata: {no\n\n', ...helloEvents]),
  'may be comments, of any length and anywhere': hello([
    `: hello\n\n${':'.repeat(300)}\n`,
    says('Hel'),
    ': один',
    ': два\n:data: no\r:',
    `${'x'.repeat(2049)}\r\n`,
    says('lo'),
    ':\0\n:\r\n',
    finishEvent,
  ]),
  'may be comments inside an event': hello([
    'data: {"choices":\n: ping\ndata: [{"delta":{"content":"Hello"}}]}\n:\n\n',
    finishEvent,
  ]),
  'are ignored if they are unknown, in capitals or after a space': hello([
    'foobar:xxx\njustsometext\n data: no\nDATA: no\ndatax: no\nfoo',
    ': bar\n',
    ...helloEvents,
  ]),
  'with an empty event name leave the event unnamed': hello([
    `event:\n${says('Hel')}`,
    'event:\n\n',
    ...helloEvents.slice(1),
  ]),
  'named data add an empty line if they have no colon or no value': hello([
    'data\n\ndata:\n\ndata\ndata\n\n',
    'data: {"choices":\ndata\ndata: [{"delta":{"content":"Hello"}}]}\n\n',
    finishEvent,
  ]),
  'named id or retry are ignored, whatever they contain': hello([
    'id: 1\nretry: 1000\nretry: 2000x\nretry:\nid: bad\0id\n',
    ...helloEvents.slice(0, 1),
    'id:\n\nid: 2\n\nretry: -1\n\n',
    ...helloEvents.slice(1),
  ]),
});

// openai-node and eventsource-parser discard an event if the stream ends before its blank line.
streamCases('The last event without its blank line', {
  'counts, unlike in openai-node: with one LF': {
    parts: [says('a'), finishEvent.slice(0, -1)],
    text: 'a',
    end: stopped,
  },
  'counts, unlike in openai-node: with one CR': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r`],
    text: 'a',
    end: stopped,
  },
  'counts, unlike in openai-node: with one CRLF': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r\n`],
    text: 'a',
    end: stopped,
  },
  'counts, unlike in openai-node: with no line end': {
    parts: [says('a'), finishEvent.trimEnd()],
    text: 'a',
    end: stopped,
  },
  'counts, unlike in openai-node: as [DONE]': {
    parts: [says('a'), 'data: [DONE]'],
    text: 'a',
    end: ['complete'],
  },
  'counts, unlike in openai-node: as text': {
    parts: [says('a'), says('b').trimEnd()],
    text: 'ab',
    end: ['cut'],
  },
  'counts once after two CR': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r\r`],
    text: 'a',
    end: stopped,
  },
  'is ignored if it is cut inside its JSON': {
    parts: [says('a'), 'data: {"choices":[{"del'],
    text: 'a',
    end: ['cut'],
  },
  'is ignored if it is cut inside its field name': { parts: [says('a'), 'dat'], text: 'a', end: ['cut'] },
  'is ignored if it is cut inside a character': {
    parts: [says('a'), 'data: "', Uint8Array.of(0xf0, 0x9f)],
    text: 'a',
    end: ['cut'],
  },
});
