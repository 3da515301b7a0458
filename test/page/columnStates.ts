import {
  answerIn,
  base,
  baseColumn,
  blindQuestion,
  columnsFrame,
  compared,
  comparedTwice,
  lora,
  loraColumn,
  otherColumn,
  revealedBy,
  streamingBoth,
  twoAnswers,
  vote,
} from './columnSamples.ts';
import { richText } from './markdownSample.ts';
import { chatState, clicks, inTurn, longName, type PageState, showsExchange } from './pageState.ts';
import { answer, chip, column, exchange, modelWith, own, shows, stream, streamingAnswer } from './samples.ts';

const settings = { systemPrompt: 'You are a calm agent.', temperature: 0.2 };
const tally = `3 : 1, 1 tie for ${lora} (revision 4f2c9ab)`;
const busy = {
  text: 'Acme is busy (429). Try again in a moment.',
  detail: 'Too many requests for this adapter.',
  buttons: [{ action: 'retry', label: 'Retry' } as const],
};

export const fourColumns = compared(
  {
    columns: [
      column('c1', {
        name: longName,
        model: modelWith({ name: longName, connection: 'Acme production, Frankfurt' }),
      }),
      loraColumn,
      column('c3', {
        name: 'model-c3',
        model: modelWith({ name: 'model-c3', gone: 'model-c3 was deleted. Continue with another model.' }),
      }),
      column('c4', {
        name: 'model-c4',
        hasOwnSettings: true,
        settingsText: 'Strict · “You are a calm agent.”',
      }),
    ],
    canAddModel: false,
    tally: `${lora} best in 5 of 9`,
  },
  [
    // In the first tab, where they are tabs.
    answerIn('a1', longName, { text: richText }),
    answerIn('a2', lora),
    answerIn('a3', 'model-c3'),
    answerIn('a4', 'model-c4'),
  ],
  {
    vote: vote({
      choices: [longName, lora, 'model-c3', 'model-c4', 'Tie'].map((label, at) => ({
        best: at < 4 ? `c${at + 1}` : 'tie',
        label,
        key: String((at + 1) % 5),
      })),
    }),
    hasDifferences: true,
  },
);

export const columnStates: readonly PageState[] = [
  chatState('columns-empty', [shows(columnsFrame({ title: 'Compare: llama-3-8b, support-tone-v7' }), [])]),
  chatState('columns-empty-blind', [{ ...blindQuestion({ isHidden: false }), turns: [], rows: [] }]),
  chatState('columns-streaming', [
    compared({ ...streamingBoth, status: 'Asking 2 models…' }, [
      streamingAnswer('a1', { name: base, text: 'Dear customer' }),
      streamingAnswer('a2', { name: lora }),
    ]),
  ]),
  chatState('columns-in-line', [
    compared(
      {
        streams: [
          stream('a1'),
          stream('a2', { silence: undefined, queued: 'Starts when the models before it are done.' }),
        ],
        isOneAtATime: true,
      },
      [streamingAnswer('a1', { name: base }), streamingAnswer('a2', { name: lora })],
    ),
  ]),
  chatState('columns-judged', [
    compared(
      {
        tally,
        isWithoutEarlier: true,
        columns: [
          { ...baseColumn, medians: 'Median of 3 answers: 0.44 s to first token · 58 tokens/s' },
          {
            ...loraColumn,
            hasOwnSettings: true,
            settingsText: 'Strict · “You are a calm agent who never promises anything.”',
          },
        ],
      },
      [
        answerIn('a1', base, {
          text: richText,
          figures:
            '0.40 s to first token · 63 tokens/s · 212 tokens · stop · measured while other answers were streaming',
        }),
        answerIn('a2', lora),
      ],
      { vote: vote({ chosen: 'c2' }), hasDifferences: true },
    ),
  ]),
  chatState('columns-same', [
    compared({ tally }, undefined, {
      ...twoAnswers,
      same: 'Both answers are the same. At temperature 0 this can mean that the adapter is not applied.',
    }),
  ]),
  chatState(
    'columns-differences',
    [
      compared(
        {},
        [answerIn('a1', base), answerIn('a2', lora, { text: 'Dear Ms Example, we are sorry.' })],
        twoAnswers,
      ),
    ],
    async ({ page }) => {
      await page.getByRole('button', { name: 'Mark Differences' }).click();
      await page.waitForFunction(() => (CSS.highlights.get('different')?.size ?? 0) > 0);
    },
  ),
  chatState('columns-failed', [
    compared({}, [
      answerIn('a1', base),
      answerIn('a2', lora, { text: '', state: 'failed', figures: '', alert: busy }),
    ]),
  ]),
  chatState('columns-not-asked', [
    {
      ...comparedTwice(),
      rows: [
        {
          question: 'u1',
          cells: [
            { id: 'c1', name: base, answer: 'a1' },
            { id: 'c2', name: lora, canAsk: true },
          ],
        },
        {
          question: 'u2',
          cells: [
            { id: 'c1', name: base, elsewhere: { text: 'On version 1 of 2', turn: 'a1-first' } },
            { id: 'c2', name: lora, answer: 'a4' },
          ],
        },
      ],
    },
  ]),
  chatState('columns-blind', [blindQuestion()]),
  chatState('columns-revealed', [
    compared({ title: 'Blind comparison', isBlind: true, tally }, undefined, {
      vote: revealedBy('c2'),
      hasDifferences: true,
    }),
  ]),
  chatState('columns-four', [fourColumns]),
  chatState(
    'columns-settings',
    [
      compared({
        settings,
        presets: { names: ['Calm'], current: 'Calm', problem: undefined },
        columns: [
          { ...baseColumn, settings, settingsText: 'Calm · “You are a calm agent.”' },
          { ...loraColumn, settings: { temperature: 1 }, hasOwnSettings: true, settingsText: '1 setting' },
        ],
      }),
    ],
    inTurn(clicks(/^Settings/u), ({ page }) => page.getByLabel('Applies to').selectOption(lora)),
  ),
  chatState('columns-queued', [
    compared(
      {
        streams: [stream('a1')],
        queued: { id: 'q1', text: 'And in Spain?', attachments: [chip('x1')] },
      },
      [streamingAnswer('a1', { name: base, text: 'Dear' }), answerIn('a2', lora)],
    ),
  ]),
  chatState('columns-read-only', [
    compared({
      readOnly: 'This chat is open in another window. Close it there to continue here.',
      canFork: true,
      canAddModel: false,
    }),
  ]),
  chatState(
    'columns-several-rows',
    [
      {
        ...comparedTwice({ columns: [baseColumn, loraColumn, otherColumn('c3')] }),
        rows: [
          {
            question: 'u1',
            cells: [
              { id: 'c1', name: base, answer: 'a1' },
              { id: 'c2', name: lora, answer: 'a2' },
              { id: 'c3', name: 'model-c3' },
            ],
            ...twoAnswers,
          },
        ],
      },
    ],
    inTurn(showsExchange('a1', exchange()), clicks('Edit')),
  ),
  chatState(
    'columns-second-tab',
    [
      shows(columnsFrame({ streams: [stream('a3')] }), [
        own('u1', 'Where is my refund?'),
        answer('a1', { name: base }),
        answer('a2'),
        own('u2', 'And in Spain?'),
        streamingAnswer('a3', { name: base }),
        answer('a4'),
      ]),
    ],
    async ({ page }) => {
      const tab = page.getByRole('tab', { name: lora });
      if (await tab.isVisible()) await tab.click();
    },
  ),
];
