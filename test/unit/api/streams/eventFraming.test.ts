import { delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const json = (text: string): string => JSON.stringify({ choices: [{ delta: { content: text } }] });
const says = (text: string): string => delta({ content: text });
const stopped = ['complete', 'stop'] as const;
const helloEvents = [says('Hel'), says('lo'), finishEvent, doneEvent];
const hello = (parts: StreamCase['parts']): StreamCase => ({ parts, text: 'Hello', end: stopped });
const withLineEnds = (end: string): string => helloEvents.join('').replaceAll('\n', end);

// openai-node: tests/streaming.test.ts; anthropic: tests/streaming.test.ts. Ours answers for whole chats, so an event without
// data shows as nothing.
streamCases('Events', {
  'are read with a name and without': hello([`event: completion\n${says('Hel')}`, ...helloEvents.slice(1)]),
  'without data are nothing': hello(['event: foo\n\nevent: ping\n\n', ...helloEvents]),
  'with a name and no data say nothing of the next event': hello(['event: error\n\n', ...helloEvents]),
  'are read from data over several lines, empty ones among them': hello([
    'data: {\ndata: "choices":\ndata: \ndata:\ndata: [{"delta":{"content":"Hello"}}]}\n\n',
    finishEvent,
  ]),
  'keep line ends that JSON escapes': {
    parts: [says('my long\n\ncontent\r\n')],
    text: 'my long\n\ncontent\r\n',
    end: ['cut'],
  },
  'keep the line separators of Unicode, which end no line': {
    parts: [`data: ${json('a\u2028b\u2029c\u0085d')}\n\n`],
    text: 'a\u2028b\u2029c\u0085d',
    end: ['cut'],
  },
  'keep characters of several bytes, wherever they are cut': {
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
  'replace what is no UTF-8 and lose nothing else': {
    parts: ['data: {"choices":[{"delta":{"content":"a', Uint8Array.of(0xff, 0xc3), 'b"}}]}\n\n'],
    text: 'a\ufffd\ufffdb',
    end: ['cut'],
  },
});

// openai-node: tests/lib/streaming-core.test.ts and tests/internal/decoders/line.test.ts.
const lineEnds = { LF: '\n', CR: '\r', CRLF: '\r\n' };
const mixed = Object.entries(lineEnds).flatMap(([first, one]) =>
  Object.entries(lineEnds)
    // CR and LF in a row are one line end, so they end no event.
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
  'may differ from line to line of an event': hello([
    'data: {"choices":\rdata: [{"delta":\ndata: {"content":"Hello"}}]}\r\n\r',
    finishEvent,
  ]),
  'as CRLF may be cut in two': hello([
    `data: ${json('Hel')}\r`,
    '\n\r',
    `\ndata: ${json('lo')}\r`,
    '\n',
    '\r\n',
    finishEvent,
  ]),
  'as CRLF cut in two end a line, not an event': hello([
    'data: {"choices":\r',
    '\ndata: [{"delta":{"content":"Hello"}}]}\r\n\r\n',
    finishEvent,
  ]),
  'as CR end the event at once, and the LF after them is none of its own': hello([
    `data: ${json('Hel')}\r\r`,
    `\ndata: ${json('lo')}\r\r`,
    '\n',
    finishEvent,
  ]),
  'are found after a line that came in pieces': hello([
    'data: {"choices":[{"delta":{"con',
    `tent":"Hel"}}]}\r\n\r\ndata: ${json('lo')}\r\n\r\n`,
    finishEvent,
  ]),
  'in front of the first event are nothing': hello(['\n\n\n\r\n', ...helloEvents]),
  'more than two are nothing': hello(helloEvents.map((one) => `${one}\n\n\r\n`)),
});

// eventsource-parser: test/parse.test.ts.
streamCases('Fields', {
  'need no space after the colon': hello([helloEvents.join('').replaceAll('data: ', 'data:')]),
  'lose one space after the colon only': { parts: [`data:   ${json(' a')}\n\n`], text: ' a', end: ['cut'] },
  'of one byte order mark at the start are read': hello(['\ufeff', ...helloEvents]),
  'of one byte order mark in three reads are read': hello([
    Uint8Array.of(0xef),
    Uint8Array.of(0xbb),
    Uint8Array.of(0xbf),
    ...helloEvents,
  ]),
  'after a later byte order mark are of no known name': hello([
    ...helloEvents.slice(0, 2),
    `\ufeff${says('no')}`,
    finishEvent,
  ]),
  'after two byte order marks are of no known name': hello(['\ufeff\ufeffdata: {no\n\n', ...helloEvents]),
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
  'may be unknown, in other letters or after a space': hello([
    'foobar:xxx\njustsometext\n data: no\nDATA: no\ndatax: no\nfoo',
    ': bar\n',
    ...helloEvents,
  ]),
  'of an empty event name have none': hello([
    `event:\n${says('Hel')}`,
    'event:\n\n',
    ...helloEvents.slice(1),
  ]),
  'data without a colon, or with nothing, is an empty line': hello([
    'data\n\ndata:\n\ndata\ndata\n\n',
    'data: {"choices":\ndata\ndata: [{"delta":{"content":"Hello"}}]}\n\n',
    finishEvent,
  ]),
  'id and retry are nothing to a chat, whatever they hold': hello([
    'id: 1\nretry: 1000\nretry: 2000x\nretry:\nid: bad\0id\n',
    ...helloEvents.slice(0, 1),
    'id:\n\nid: 2\n\nretry: -1\n\n',
    ...helloEvents.slice(1),
  ]),
});

// openai-node and eventsource-parser throw away an event that the end of the stream cuts off before its blank line.
streamCases('The last event without its blank line', {
  'counts, unlike openai-node has it: with one LF': {
    parts: [says('a'), finishEvent.slice(0, -1)],
    text: 'a',
    end: stopped,
  },
  'counts, unlike openai-node has it: with one CR': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r`],
    text: 'a',
    end: stopped,
  },
  'counts, unlike openai-node has it: with one CRLF': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r\n`],
    text: 'a',
    end: stopped,
  },
  'counts, unlike openai-node has it: with no line end': {
    parts: [says('a'), finishEvent.trimEnd()],
    text: 'a',
    end: stopped,
  },
  'counts, unlike openai-node has it: as [DONE]': {
    parts: [says('a'), 'data: [DONE]'],
    text: 'a',
    end: ['complete'],
  },
  'counts, unlike openai-node has it: as text': {
    parts: [says('a'), says('b').trimEnd()],
    text: 'ab',
    end: ['cut'],
  },
  'is dispatched once by two CR': {
    parts: [says('a'), `${finishEvent.trimEnd()}\r\r`],
    text: 'a',
    end: stopped,
  },
  'is nothing where it is cut within its JSON': {
    parts: [says('a'), 'data: {"choices":[{"del'],
    text: 'a',
    end: ['cut'],
  },
  'is nothing where it is cut within its field': { parts: [says('a'), 'dat'], text: 'a', end: ['cut'] },
  'is nothing where it is cut within a character': {
    parts: [says('a'), 'data: "', Uint8Array.of(0xf0, 0x9f)],
    text: 'a',
    end: ['cut'],
  },
});
