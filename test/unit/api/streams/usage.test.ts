import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

const stopped = ['complete', 'stop'] as const;
const withUsage = (usage: unknown): string => data({ choices: [], usage });

// AI SDK: openai-compatible-chat-language-model.test.ts, "usage details".
streamCases('Usage', {
  'comes in a last chunk without choices': {
    parts: [
      delta({ content: 'Hi' }),
      finishEvent,
      withUsage({ prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 }),
      doneEvent,
    ],
    text: 'Hi',
    usage: [10, 1, 11],
    end: stopped,
  },
  'comes with the finish': {
    parts: [
      data({
        choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
      }),
      doneEvent,
    ],
    text: 'Hi',
    usage: [10, 1, 11],
    end: stopped,
  },
  'is that of the last chunk if every chunk has some': {
    parts: [
      ...[1, 2, 3].map((n) =>
        data({
          choices: [{ delta: { content: 'x' } }],
          usage: { prompt_tokens: 5, completion_tokens: n, total_tokens: 5 + n },
        }),
      ),
      finishEvent,
      doneEvent,
    ],
    text: 'xxx',
    usage: [5, 3, 8],
    end: stopped,
  },
  'contains only the counts, whatever details come with them': {
    parts: [
      finishEvent,
      withUsage({
        prompt_tokens: 20,
        completion_tokens: 30,
        total_tokens: 50,
        prompt_tokens_details: { cached_tokens: 5 },
        queue_time: 0.06,
      }),
    ],
    usage: [20, 30, 50],
    end: stopped,
  },
  'has a total even if the service leaves it out': {
    parts: [finishEvent, withUsage({ prompt_tokens: 20, completion_tokens: 30 })],
    usage: [20, 30, 50],
    end: stopped,
  },
  'has the rest of the total as its prompt tokens': {
    parts: [finishEvent, withUsage({ completion_tokens: 30, total_tokens: 50 })],
    usage: [20, 30, 50],
    end: stopped,
  },
  'is ignored if it is null, empty or not a valid number': {
    parts: [
      withUsage(null),
      withUsage({}),
      withUsage({ completion_tokens: '3' }),
      withUsage({ completion_tokens: -1 }),
      withUsage([]),
      finishEvent,
      doneEvent,
    ],
    end: stopped,
  },
});
