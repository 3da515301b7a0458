import { failed, refused } from './alertStates.ts';
import {
  chatState,
  clicks,
  fills,
  inTurn,
  longName,
  type PageState,
  question,
  showsExchange,
  snapshot,
} from './pageState.ts';
import { answer, calls, exchange } from './samples.ts';

export const turnStates: readonly PageState[] = [
  chatState('chat-later-turns', [
    {
      ...snapshot({}, question, {
        ...answer('a1'),
        siblings: { index: 2, count: 2, previous: 'a1-first', next: undefined },
      }),
      rows: [
        {
          question: 'u1',
          cells: [
            {
              id: 'c1',
              name: 'support-tone-v7',
              answer: 'a1',
              later: { text: 'Later turns are on 1 of 2', turn: 'a1-first' },
            },
          ],
        },
      ],
    },
  ]),
  chatState('chat-tool-calls', [
    snapshot({}, question, {
      ...answer('a1', { text: '', calls }),
      notice: 'No tool is run, and later requests leave the calls out.',
      figures: '61 tokens/s · 212 tokens · tool_calls',
    }),
  ]),
  chatState(
    'chat-editing',
    [
      snapshot(
        {},
        { ...question, siblings: { index: 1, count: 2, previous: undefined, next: 'u1-second' } },
        answer('a1'),
      ),
    ],
    inTurn(clicks(/^Edit$/u), fills('Where is my refund?\n\nOrder 4711.', 'Edit Message')),
  ),
  chatState(
    'chat-exchange',
    [
      snapshot(
        {},
        { ...question, siblings: { index: 2, count: 2, previous: 'u1-first', next: undefined } },
        answer('a1'),
      ),
    ],
    showsExchange('a1', exchange({}, { 'Prompt tokens': '1,031' })),
  ),
  chatState(
    'chat-exchange-of-failure',
    [snapshot({}, question, answer('a1', { ...failed('a1', refused), name: longName }))],
    showsExchange(
      'a1',
      exchange(
        { remark: 'May differ from what was sent: an earlier answer has changed since.' },
        {
          Model: `${longName} · Acme production, Frankfurt`,
          Status: '401',
          'Request ID': '0f8fad5b-d9cb-469f-a165-70867728950e-0f8fad5b-d9cb-469f-a165-70867728950e',
          Sent: "Through VS Code's own network",
          'Left out': 'top_p, presence_penalty, stream_options',
        },
      ),
    ),
  ),
  chatState('chat-unanswered', [snapshot({}, question)]),
];
