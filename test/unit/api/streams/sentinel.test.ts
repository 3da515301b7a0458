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

// openai-node: tests/lib/streaming-sentinel-integrity.test.ts, and the sentinel tests of its streaming-core.test.ts.
streamCases('[DONE]', {
  'completes an answer': done(doneEvent),
  'completes an answer without a space before it': done('data:[DONE]\n\n'),
  'completes an answer with CRLF': done('data: [DONE]\r\n\r\n'),
  'completes an answer in an event of any name': done(`event: ping\n${doneEvent}`),
  'completes an answer even in an event named error': done(`event: error\n${doneEvent}`),
  'alone is an answer without text': { parts: [doneEvent], end: { error: 'protocol', code: 'NO_TEXT' } },
  'is trimmed, unlike in openai-node: a space': done('data: [DONE] \n\n'),
  'is trimmed, unlike in openai-node: a tab': done('data: [DONE]\t\n\n'),
  'is trimmed, unlike in openai-node: many spaces': done(
    `data: ${' '.repeat(40)}[DONE]${' '.repeat(40)}\n\n`,
  ),
  'is trimmed, unlike in openai-node: empty lines': done('data:\ndata: [DONE]\ndata:\n\n'),
  'ends reading: invalid JSON after it is ignored': done(doneEvent, 'data: not-json\n\n'),
  'ends reading: an error after it is ignored': done(doneEvent, providerError),
  'ends reading: a damaged one after it is ignored': done(doneEvent, `data: [DONE]${syntheticSecret}\n\n`),
  'ends reading: text after it is ignored': done(doneEvent, delta({ content: 'no' })),
  'with text after it is an error, not a completion': fake(`data: [DONE]${syntheticSecret}\n\n`),
  'with text before it is an error, not a completion': fake(`data: ${syntheticSecret}[DONE]\n\n`),
  'with another line after it is an error, not a completion': fake(
    `data: [DONE]\ndata: {"a":"${syntheticSecret}"}\n\n`,
  ),
  'that is damaged is the error, whatever the service reports after it': fake(
    `data: [DONE]${syntheticSecret}\n\n`,
    providerError,
  ),
  'that is damaged is the error, even before an intact one': fake('data: [DONE]x\n\n', doneEvent),
  'in lower case is an error, not a completion': fake('data: [done]\n\n'),
  'completes an answer as a JSON string, as some gateways send it': {
    parts: [deltaA, data('[DONE]')],
    text: 'a',
    end: ['complete'],
  },
  'outside a data field is no completion': { parts: [deltaA, '[DONE]\n\n'], text: 'a', end: ['cut'] },
  'cut off by the end of the stream is no completion': {
    parts: [deltaA, 'data: [DON'],
    text: 'a',
    end: ['cut'],
  },
});

// openai-node has no tests for this: it treats any clean end as success.
streamCases('An answer without [DONE]', {
  'is complete with a finish reason': { parts: [deltaA, finishEvent], text: 'a', end: ['complete', 'stop'] },
  'is complete with a finish reason that comes with the text': {
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
  'is cut with an empty or null finish reason': {
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
  'is cut if nothing comes': { parts: [], end: ['cut'] },
  'is cut if only white space comes': { parts: ['\n \r\n'], end: ['cut'] },
  'is cut if only comments come': { parts: [': ping\n\n: ping\n\n'], end: ['cut'] },
  'includes what comes after its finish reason': {
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
  'that breaks after its finish reason is complete anyway': {
    parts: [deltaA, finishEvent, 'data: {oops\n\n'],
    text: 'a',
    end: ['complete', 'stop'],
  },
  'with an error after its finish reason is complete anyway': {
    parts: [deltaA, finishEvent, providerError],
    text: 'a',
    end: ['complete', 'stop'],
  },
});
