import { answerIn, base, column, compared, compareFrame, lora, vote } from './compareSamples.ts';
import { longName, type PageState } from './pageState.ts';
import { chip, exchange, own, richText, streamingAnswer } from './samples.ts';

const judged = {
  vote: vote({
    chosen: 'c2',
    tally: [
      `${lora} was better 3 times, ${base} once, 1 tie (2 of the 5 votes were blind).`,
      'Few votes prove nothing.',
    ],
  }),
  canShowDifferences: true,
};

const settings = { systemPrompt: 'You are a calm agent.', temperature: 0.2 };

export const compareStates: readonly PageState[] = [
  {
    name: 'compare-empty',
    page: 'compare',
    messages: [{ ...compared({ canChangeBlind: true, title: '' }, []), turns: [], paths: [] }],
  },
  {
    name: 'compare-streaming',
    page: 'compare',
    messages: [
      compared(
        {
          columns: [column('c1', { streaming: 'a1' }), column('c2', { streaming: 'a2' })],
          canAddModel: false,
          status: 'Asking 2 models…',
        },
        [
          streamingAnswer('a1', { model: base, text: 'Dear customer' }),
          streamingAnswer('a2', { model: lora }),
        ],
      ),
    ],
  },
  {
    name: 'compare-in-line',
    page: 'compare',
    messages: [
      compared(
        {
          columns: [
            column('c1', { streaming: 'a1' }),
            column('c2', {
              streaming: 'a2',
              silence: undefined,
              inLine: 'Asked when the others before it have ended.',
            }),
          ],
          isOneAtATime: true,
        },
        [streamingAnswer('a1', { model: base }), streamingAnswer('a2', { model: lora })],
      ),
    ],
  },
  {
    name: 'compare-judged',
    page: 'compare',
    messages: [
      compared(
        {
          ...judged,
          same: 'Both answers are the same. At temperature 0 this can mean that the adapter is not applied.',
          columns: [
            column('c1', {
              medians:
                'Median of 3 answers: 0.44 s to first token · 58 tokens/s · 212 tokens, measured together',
            }),
            column('c2', {
              hasOwnSettings: true,
              settingsText: 'Strict · “You are a calm agent who never promises anything.”',
            }),
          ],
        },
        [
          answerIn('a1', base, {
            text: richText,
            figures: {
              ttftMs: 400,
              tokensPerSecond: 63,
              completionTokens: 212,
              durationMs: 4000,
              isTogether: true,
            },
          }),
          answerIn('a2', lora),
        ],
      ),
    ],
  },
  {
    name: 'compare-failed',
    page: 'compare',
    messages: [
      compared(
        {
          columns: [
            column('c1'),
            column('c2', {
              remark: "No answer to the last question here: its context differs from the others'.",
            }),
          ],
        },
        [
          answerIn('a1', base),
          answerIn('a2', lora, {
            text: '',
            state: 'failed',
            figures: undefined,
            alert: {
              text: 'Acme is busy (429). Try again in a moment.',
              detail: 'Too many requests for this adapter.',
              buttons: [{ action: 'retry', label: 'Retry' }],
            },
          }),
        ],
      ),
    ],
  },
  {
    name: 'compare-blind',
    page: 'compare',
    messages: [
      compared(
        {
          blind: 'hidden',
          isSpent: true,
          canChangeBlind: true,
          canAddModel: false,
          canShowDifferences: true,
          noSend: 'Vote to see the names.',
          vote: vote({
            choices: ['A', 'B']
              .map((label, at) => ({ best: `c${at + 1}`, label }))
              .concat({ best: 'tie', label: 'Tie' }),
          }),
          columns: ['A', 'B'].map((name, at) =>
            column(`c${at + 1}`, {
              name,
              model: { name, connection: '', description: '', warning: undefined, gone: undefined },
            }),
          ),
        },
        [
          answerIn('a1', 'A', { figures: undefined, finishReason: undefined }),
          answerIn('a2', 'B', { figures: undefined, finishReason: undefined }),
        ],
      ),
    ],
  },
  {
    name: 'compare-revealed',
    page: 'compare',
    messages: [
      compared({
        ...judged,
        vote: { ...judged.vote, canVote: false },
        blind: 'revealed',
        canAskAnother: true,
        canAddModel: false,
        noSend: 'A blind comparison has one question. Ask another to go on.',
      }),
    ],
  },
  {
    name: 'compare-four',
    page: 'compare',
    messages: [
      compared(
        {
          columns: [
            column('c1', {
              name: longName,
              model: { ...column('c1').model, connection: 'Acme production, Frankfurt' },
            }),
            column('c2'),
            column('c3', { remark: 'model-c3 was deleted. Go on with another model.' }),
            column('c4', { hasOwnSettings: true }),
          ],
          canAddModel: false,
          vote: vote({
            choices: [longName, lora, 'model-c3', 'model-c4', 'Tie'].map((label, at) => ({
              best: `c${at + 1}`,
              label,
            })),
          }),
          canShowDifferences: true,
        },
        [
          answerIn('a1', longName),
          answerIn('a2', lora),
          answerIn('a3', 'model-c3'),
          answerIn('a4', 'model-c4', { text: richText }),
        ],
      ),
    ],
  },
  {
    name: 'compare-settings',
    page: 'compare',
    messages: [
      compared({
        settings,
        presets: { names: ['Calm'], current: 'Calm', problem: undefined },
        columns: [
          column('c1', { settings, settingsText: 'Calm · “You are a calm agent.”' }),
          column('c2', { settings: { temperature: 1 }, hasOwnSettings: true, settingsText: '1 setting' }),
        ],
      }),
    ],
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^Settings/u }).click();
      await page.getByLabel('Applies to').selectOption(lora);
    },
  },
  {
    name: 'compare-queued',
    page: 'compare',
    messages: [
      compared(
        {
          columns: [column('c1', { streaming: 'a1' }), column('c2')],
          queued: { id: 'q1', text: 'And in Spain?', attachments: [chip('x1')] },
        },
        [streamingAnswer('a1', { model: base, text: 'Dear' }), answerIn('a2', lora)],
      ),
    ],
  },
  {
    name: 'compare-read-only',
    page: 'compare',
    messages: [
      compared({
        readOnly: 'Open in another window. Close its tab there to continue here.',
        canFork: true,
        canAddModel: false,
      }),
    ],
  },
  {
    name: 'compare-in-common',
    page: 'compare',
    messages: [
      {
        type: 'snapshot',
        frame: compareFrame({ vote: vote() }),
        turns: [
          own('u1', 'Where is my refund?'),
          answerIn('a1', base),
          own('u2', 'And in Spain?'),
          answerIn('a2', base),
          answerIn('a3', lora),
        ],
        paths: [
          { column: 'c1', ids: ['u1', 'a1', 'u2', 'a2'] },
          { column: 'c2', ids: ['u1', 'a1', 'u2', 'a3'] },
        ],
      },
      { type: 'exchange', turn: 'a1', exchange: exchange() },
    ],
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Edit' }).nth(1).click();
    },
  },
  {
    name: 'compare-second-tab',
    page: 'compare',
    messages: [
      {
        type: 'snapshot',
        frame: compareFrame({ columns: [column('c1', { streaming: 'a3' }), column('c2')] }),
        turns: [
          own('u1', 'Where is my refund?'),
          answerIn('a1', base),
          answerIn('a2', lora),
          own('u2', 'And in Spain?'),
          streamingAnswer('a3', { model: base }),
          own('u3', 'And in Spain?'),
          answerIn('a4', lora),
        ],
        paths: [
          { column: 'c1', ids: ['u1', 'a1', 'u2', 'a3'] },
          { column: 'c2', ids: ['u1', 'a2', 'u3', 'a4'] },
        ],
      },
    ],
    act: async ({ page }) => {
      const tab = page.getByRole('tab', { name: lora });
      if (await tab.isVisible()) await tab.click();
    },
  },
];
