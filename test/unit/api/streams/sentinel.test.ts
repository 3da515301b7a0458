import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const deltaA = delta({ content: 'a' });
const syntheticSecret = 'synthetic-secret-314';
const notJson = { error: 'protocol', code: 'JSON' } as const;
const done = (...parts: string[]): StreamCase => ({
  parts: [deltaA, ...parts],
  text: 'a',
  end: ['complete'],
});
const fake = (...parts: string[]): StreamCase => ({ parts: [deltaA, ...parts], text: 'a', end: notJson });
const providerError = `event: error\n${data({ error: { message: 'Rejected' } })}`;

// openai-node: tests/lib/streaming-sentinel-integrity.test.ts, and what its streaming-core.test.ts says of the sentinel.
streamCases('[DONE]', {
  'completes an answer': done(doneEvent),
  'completes an answer without a space before it': done('data:[DONE]\n\n'),
  'completes an answer with CRLF': done('data: [DONE]\r\n\r\n'),
  'completes an answer as an event of any name': done(`event: ping\n${doneEvent}`),
  'completes an answer even as an event named error': done(`event: error\n${doneEvent}`),
  'alone is an answer without any text': { parts: [doneEvent], end: { error: 'protocol', code: 'NO_TEXT' } },
  'is trimmed, unlike openai-node has it: a space': done('data: [DONE] \n\n'),
  'is trimmed, unlike openai-node has it: a tab': done('data: [DONE]\t\n\n'),
  'is trimmed, unlike openai-node has it: many spaces': done(
    `data: ${' '.repeat(40)}[DONE]${' '.repeat(40)}\n\n`,
  ),
  'is trimmed, unlike openai-node has it: empty lines': done('data:\ndata: [DONE]\ndata:\n\n'),
  'ends the reading: what is no JSON after it is nothing': done(doneEvent, 'data: not-json\n\n'),
  'ends the reading: an error after it is nothing': done(doneEvent, providerError),
  'ends the reading: a false one after it is nothing': done(doneEvent, `data: [DONE]${syntheticSecret}\n\n`),
  'ends the reading: text after it is nothing': done(doneEvent, delta({ content: 'no' })),
  'with words after it is an error, not a completion': fake(`data: [DONE]${syntheticSecret}\n\n`),
  'with words before it is an error, not a completion': fake(`data: ${syntheticSecret}[DONE]\n\n`),
  'with another line after it is an error, not a completion': fake(
    `data: [DONE]\ndata: {"a":"${syntheticSecret}"}\n\n`,
  ),
  'that is false is the error, whatever the service reports after it': fake(
    `data: [DONE]${syntheticSecret}\n\n`,
    providerError,
  ),
  'that is false is the error, even before a true one': fake('data: [DONE]x\n\n', doneEvent),
  'in small letters is an error, not a completion': fake('data: [done]\n\n'),
  'as JSON completes too, as some gateways send it': {
    parts: [deltaA, data('[DONE]')],
    text: 'a',
    end: ['complete'],
  },
  'without its field is no completion': { parts: [deltaA, '[DONE]\n\n'], text: 'a', end: ['cut'] },
  'cut in two by the end is no completion': { parts: [deltaA, 'data: [DON'], text: 'a', end: ['cut'] },
});

// What openai-node has no tests for: it takes any clean end for success.
streamCases('An answer without [DONE]', {
  'is complete with a finish reason': { parts: [deltaA, finishEvent], text: 'a', end: ['complete', 'stop'] },
  'is complete with a finish reason that came with the text': {
    parts: [delta({ content: 'a' }, 'length')],
    text: 'a',
    end: ['complete', 'length'],
  },
  'keeps the first finish reason of several': {
    parts: [deltaA, finishEvent, delta({}, 'length')],
    text: 'a',
    end: ['complete', 'stop'],
  },
  'is cut without a finish reason': { parts: [deltaA], text: 'a', end: ['cut'] },
  'is cut with an empty or a null one': {
    parts: [deltaA, delta({}, ''), delta({}, null)],
    text: 'a',
    end: ['cut'],
  },
  'is cut with usage alone': {
    parts: [deltaA, data({ choices: [], usage: { completion_tokens: 1 } })],
    text: 'a',
    usage: [0, 1, 1],
    end: ['cut'],
  },
  'is cut where nothing came': { parts: [], end: ['cut'] },
  'is cut where white space came': { parts: ['\n \r\n'], end: ['cut'] },
  'is cut where only comments came': { parts: [': ping\n\n: ping\n\n'], end: ['cut'] },
  'still has what comes after its finish reason': {
    parts: [
      deltaA,
      finishEvent,
      delta({ content: 'b' }),
      data({ choices: [], usage: { completion_tokens: 1 } }),
    ],
    text: 'ab',
    usage: [0, 1, 1],
    end: ['complete', 'stop'],
  },
  'and broken after its finish reason is complete all the same': {
    parts: [deltaA, finishEvent, 'data: {oops\n\n'],
    text: 'a',
    end: ['complete', 'stop'],
  },
  'and with an error after its finish reason is complete all the same': {
    parts: [deltaA, finishEvent, providerError],
    text: 'a',
    end: ['complete', 'stop'],
  },
});
