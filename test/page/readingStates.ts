import { formulasInLines } from './markdownSample.ts';
import {
  chatState,
  clicks,
  fills,
  inTurn,
  longName,
  type PageState,
  question,
  sees,
  snapshot,
} from './pageState.ts';
import { answer, modelWith, own, streamingAnswer } from './samples.ts';
import { scripts } from './scripts.ts';

const longCode = Array.from({ length: 40 }, (_, at) => `step_${at} = prepare(order, stage=${at})`).join('\n');
const thoughts = 'The customer is angry.\nStay calm, and name the day on which the money comes.\n'.repeat(4);

/** What people read: reasoning, found turns, long code, and text in all kinds of scripts. */
export const readingStates: readonly PageState[] = [
  chatState(
    'chat-reasoning-live',
    [
      snapshot(
        { streaming: 'a1', status: 'support-tone-v7 is answering' },
        question,
        streamingAnswer('a1', { reasoning: thoughts }),
      ),
    ],
    inTurn(({ page }) => page.locator('summary').click(), sees('.reasoning-text')),
  ),
  chatState('chat-reasoning-closed', [
    snapshot({}, question, answer('a1', { reasoning: thoughts, reasoningMs: 72_000 })),
  ]),
  chatState('chat-math', [snapshot({}, question, answer('a1', { text: formulasInLines }))], sees('math')),
  chatState(
    'chat-found',
    [
      snapshot(
        {},
        question,
        answer('a1', { text: 'A line.\n\n'.repeat(40) }),
        own('u2', 'And how long does it take?'),
        answer('a2', { text: 'A line.\n\n'.repeat(40) }),
      ),
      { type: 'reveal', turn: 'u2', words: ['how', 'long'] },
    ],
    sees('.jump'),
  ),
  chatState(
    'chat-code-open',
    [snapshot({}, question, answer('a1', { text: `\`\`\`python\n${longCode}\n\`\`\`` }))],
    inTurn(clicks('Show All 40 Lines'), sees('.hljs-number')),
  ),
  chatState(
    'chat-scripts',
    [
      snapshot(
        { title: scripts.arabic, model: modelWith({ name: longName, connection: 'Acme פריז' }) },
        own('u1', scripts.arabic),
        answer('a1', { name: longName, text: scripts.everything }),
        own('u2', `${scripts.emoji}\n${'x'.repeat(10_000)}`),
        answer('a2', { name: longName, text: `${scripts.chinese}\n\n${'y'.repeat(10_000)}` }),
      ),
    ],
    inTurn(
      ({ page }) => page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 })),
      fills(scripts.hebrew),
    ),
  ),
];
