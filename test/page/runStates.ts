import type { RunPageRow } from '../../src/protocol/run.ts';
import type { OpenPage } from './openPage.ts';
import { longName, type PageState } from './pageState.ts';
import { serveRun } from './runHost.ts';
import {
  better,
  compared,
  figures,
  ratedPair,
  ratingState,
  runAnswer,
  runBase,
  runComparison,
  runDetail,
  runLora,
  runRow,
  runRows,
  runState,
  summaryHeadings,
  tagLines,
  versionTable,
} from './runSamples.ts';
import { calls } from './samples.ts';

type Act = NonNullable<PageState['act']>;

const state = (name: string, ...acts: Act[]): PageState => ({
  name,
  page: 'run',
  messages: [],
  act: async (open) => {
    for (const act of acts) await act(open);
  },
});

const serve =
  (served?: Parameters<typeof serveRun>[1]): Act =>
  (open) =>
    serveRun(open, served);

async function openFirst(open: OpenPage): Promise<void> {
  await open.page.locator('.result button').first().click();
  await open.page.getByRole('region', { name: /^Request Details \d/u }).waitFor();
  await open.say();
}

const mixedRows: RunPageRow[] = [
  runRow(0),
  runRow(1, {
    label: 'angry-customer-2026-11-20-with-a-long-id',
    marks: [
      { is: 'mixed', answer: 'It left yesterday.', text: '2 of 3 passed' },
      { is: 'missing', answer: '', text: 'not asked so far' },
    ],
  }),
  runRow(2, {
    marks: [
      {
        is: 'none',
        answer: 'Dear customer, we are looking into this and will come back to you soon.',
        text: '',
      },
      { is: 'error', answer: '', text: 'Acme is busy (429).' },
    ],
  }),
  runRow(3, { question: 'أين أموالي؟ أعدت الحذاء قبل أسبوعين' }),
  ...Array.from({ length: 40 }, (_, at) => runRow(at + 4)),
];

const fourModels = runState({
  facts: 'Nov 18, 10:42 · 200 prompts × 4 models · 3 times each · temperature 0.7, max tokens 1,024',
  repetitions: 3,
  models: [
    { name: 'llama-3-8b', isBase: true, isNoiseFloor: false },
    { name: longName, isBase: false, isNoiseFloor: false },
    { name: 'meta-llama/Llama-2-7b-chat-hf', isBase: false, isNoiseFloor: false },
    { name: 'llama-3-8b', isBase: false, isNoiseFloor: true },
  ],
  verdicts: [
    {
      model: 1,
      kind: 'worse',
      text: `${longName} passes 12 points less than llama-3-8b (95% interval: 5 to 19): 9 better, 33 worse, 158 equal.`,
      test: 'Sign-flip test of the mean: p = 0.002 (Holm, 2 models).',
      interval: { difference: -0.12, low: -0.19, high: -0.05, minimum: 0 },
    },
    {
      model: 2,
      kind: 'unclear',
      text: 'No clear difference: meta-llama/Llama-2-7b-chat-hf is between 3 points worse and 9 better than llama-3-8b (95% interval): 21 better, 17 worse, 162 equal.',
      test: 'Sign-flip test of the mean: p = 0.31 (Holm, 2 models).',
      interval: { difference: 0.03, low: -0.03, high: 0.09, minimum: 0 },
    },
    {
      model: 3,
      kind: 'unclear',
      text: 'llama-3-8b against itself: between 2 points worse and 2 better. So much is chance.',
      interval: { difference: 0, low: -0.02, high: 0.02, minimum: 0 },
    },
  ],
  summary: [0, 1, 2, 3].map((model) => ({
    model,
    cells: figures('61% (54 to 67)', '0.41 / 1.90 s', ['≈ 62', '1,241,208', '0', '12']),
  })),
  canRunBaseAgain: false,
});

const [tagLine] = tagLines;
const tagged = {
  state: runState({
    repetitions: 3,
    headings: ['passed', 'all of 3', ...summaryHeadings.slice(1)],
    verdicts: [
      {
        ...better,
        test: 'Better as a whole, but not for every tag: invoice 40 → 31 of 55, worse (p = 0.01). Sign-flip test: p < 0.001. A repeated prompt counts once, by its mean.',
      },
    ],
    summary: runState().summary.map(({ model, cells: [passed = { text: '' }, ...others] }) => ({
      model,
      cells: [passed, { text: model === 0 ? '52%' : '70%', shows: 'allPassed' as const }, ...others],
    })),
    tagLines: tagLine
      ? [
          tagLine,
          {
            ...tagLine,
            title: `By tag: ${longName}`,
            tags: [
              { tag: 'x', text: `${'topic:averylongtag'.repeat(4)} 3 → 4 of 6`, shows: 'all' },
              ...tagLine.tags,
            ],
          },
        ]
      : [],
  }),
  rows: mixedRows,
};

const oneModel = {
  models: [{ name: runLora, isBase: false, isNoiseFloor: false }],
  verdicts: [],
  summary: runState().summary.slice(0, 1),
};
const countedTags = [
  {
    title: 'By tag',
    tags: ['refund (60)', 'invoice (55)'].map((text) => ({ tag: text, text, shows: 'all' as const })),
    notes: [],
  },
];

const wideRows = runRows(60).map((row) => ({ ...row, marks: [...row.marks, ...row.marks] }));

const rate = (name: string, changes?: Parameters<typeof ratingState>[0]): PageState => ({
  name,
  page: 'run',
  messages: [{ type: 'rating', rating: ratingState(changes) }],
});

const longAnswer = Array.from({ length: 60 }, (_, at) => `${at + 1}. We are looking into this.`).join('\n');

const ratingStates: readonly PageState[] = [
  rate('run-rating'),
  rate('run-rating-again', {
    progress: '24 of 60 rated, 3 skipped',
    skipped: 3,
    notes: ['5 prompts are left out, since both answers to them are the same.'],
    alert: 'This could not be saved, so nothing has changed. Free up disk space, then choose again.',
    pair: ratedPair({ choice: 'tie', left: '', right: longAnswer }),
  }),
  rate('run-rating-others', {
    canGoBack: false,
    pair: ratedPair({
      asked: runDetail({
        expected: '1'.repeat(300),
        reference: 'أعدت الحذاء',
        label: 'x'.repeat(40),
        answers: [],
      }),
      left: 'averylongword'.repeat(40),
      right: 'تم إرسال المبلغ',
    }),
  }),
  {
    ...rate('run-rating-finish'),
    act: async ({ page }) => page.getByRole('button', { name: 'Finish…' }).click(),
  },
  rate('run-rating-skipped', {
    pair: undefined,
    progress: '57 of 60 rated, 3 skipped',
    rated: 57,
    skipped: 3,
  }),
  rate('run-rating-nothing', {
    pair: undefined,
    progress: '0 of 0 rated',
    rated: 0,
    of: 0,
    canGoBack: false,
  }),
];

export const runStates: readonly PageState[] = [
  ...ratingStates,
  { name: 'run-waiting-for-host', page: 'run', messages: [] },
  { name: 'run-list-loading', page: 'run', messages: [{ type: 'state', state: runState() }] },
  state(
    'run-judged',
    serve({
      state: runState({
        canJudge: true,
        isRated: true,
        isJudged: true,
        notices: [
          `The judge ${longName} is one of the compared models or their base: it may prefer its own words.`,
          `The judge ${longName} failed ten times in a row and was asked no more. Acme is busy (429).`,
        ],
        verdicts: [
          better,
          {
            model: 1,
            kind: 'unclear',
            text: `Judged by ${longName}: no clear preference. support-tone-v7 is preferred 41 to 32 with 5 ties: in 56% of the others (95% interval: 45 to 67).`,
            test: 'Sign test: p = 0.35. No judgment on 3 prompts. The longer answer won 51 of 73. Agreement with your ratings: κ = 0.62 (95% interval: 0.41 to 0.83) on 24 prompts. Rate at least 50, drawn at random, to know whether to trust it.',
          },
        ],
      }),
    }),
  ),
  state(
    'run-judge-corrected',
    serve({
      state: runState({
        isJudged: true,
        isRated: true,
        missing: 88,
        notices: ['Stopped at the token ceiling, 312 of 400. Choose Run Missing to go on without one.'],
        verdicts: [
          {
            model: 1,
            kind: 'notFinal',
            text: 'Stopped at the token ceiling, 312 of 400: nothing can be said yet.',
          },
          {
            model: 1,
            kind: 'worse',
            text: 'Judged by qwen-72b, corrected by 60 of your ratings: llama-3-8b is preferred in 64% (95% interval: 55 to 73), a tie being half.',
            test: 'Not corrected: support-tone-v7 is preferred 41 to 32 with 5 ties: in 56% of the others (95% interval: 45 to 67). Sign test: p = 0.35. Agreement with your ratings: κ = 0.62 (95% interval: 0.41 to 0.83) on 60 prompts. Twenty more ratings would narrow the interval by 2 points.',
          },
        ],
      }),
      rows: mixedRows,
    }),
  ),
  state('run-ended', serve()),
  state('run-tags', serve(tagged)),
  state('run-tags-chosen', serve(tagged), async (open) => {
    await open.page
      .getByRole('button', { name: /^invoice/u })
      .first()
      .click();
    await open.say();
  }),
  state('run-tags-counted', serve({ state: runState({ ...oneModel, tagLines: countedTags }) })),
  state(
    'run-going-on',
    serve({
      state: runState({
        progress: { done: 312, of: 400, text: '312 of 400 · about 1 min', canStop: true },
        notices: [
          'Acme is busy, trying again in 8 s',
          'support-tone-v7 refused top_k, so it was asked without.',
        ],
        verdicts: [
          {
            model: 1,
            kind: 'notFinal',
            text: 'Still going, at 312 of 400: nothing can be said yet. support-tone-v7 so far: 31 better, 6 worse, 119 equal.',
          },
        ],
        canRunBaseAgain: false,
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-stopped',
    serve({
      state: runState({
        missing: 88,
        alert: 'The disk is full, so the run was stopped. Free some space, then run what is missing.',
        notices: [`${runLora} was not asked any more: ten requests in a row failed.`],
        verdicts: [
          {
            model: 1,
            kind: 'notFinal',
            text: 'Stopped at 312 of 400: nothing can be said yet. support-tone-v7 so far: 31 better, 6 worse, 119 equal.',
          },
        ],
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-clear',
    serve({
      state: runState({
        missing: 280,
        notices: ['Stopped at 120 of 400. Choose Run Missing to go on.'],
        verdicts: [
          {
            model: 1,
            kind: 'notFinal',
            text: 'Clear already when it was stopped, after 120 of 400: support-tone-v7 is better than llama-3-8b, p at most 0.004, whenever one stops. 21 better, 2 worse, 37 equal.',
          },
        ],
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-waiting-for-results',
    serve({
      state: runState({
        missing: 188,
        isWaiting: true,
        notices: ['Waiting for results, 212 of 400. Choose Import Results… once there are more.'],
        verdicts: [
          {
            model: 1,
            kind: 'notFinal',
            text: 'Waiting for results, 212 of 400: nothing can be said yet. support-tone-v7 so far: 21 better, 4 worse, 81 equal.',
          },
        ],
        summary: [
          { model: 0, cells: figures('61% (54 to 67)', 'not measured', ['', '41,208', '0', '2']) },
          { model: 1, cells: figures('78% (72 to 83)', 'not measured', ['', '38,114', '3', '1']) },
        ],
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-without-checks',
    serve({
      state: runState({
        verdicts: [
          {
            kind: 'none',
            text: 'No verdict: this set has no checks. Rate the answers blind to get one.',
          },
        ],
        headings: ['TTFT p50 / p95', 'tokens/s'],
        summary: [0, 1].map((model) => ({ model, cells: [{ text: '0.41 / 1.90 s' }, { text: '62' }] })),
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-one-model',
    serve({
      state: runState({
        models: [{ name: runLora, isBase: false, isNoiseFloor: false }],
        facts: 'Nov 18, 10:42 · 1 prompt × 1 model · temperature 0, max tokens 1,024',
        prompts: 1,
        verdicts: [],
        summary: [{ model: 0, cells: figures('100% (21 to 100)', '0.41 s', ['62', '208', '0', '0']) }],
        canRate: false,
        canRunBaseAgain: false,
      }),
      rows: [runRow(0, { marks: [{ is: 'passed', answer: 'Yes.', text: 'equal' }] })],
    }),
  ),
  state('run-compared', serve({ state: runState(compared), rows: mixedRows })),
  state(
    'run-compared-by-hand',
    serve({
      state: runState({
        ...compared,
        models: [
          { name: runBase, isBase: true, isNoiseFloor: false },
          { name: longName, isBase: false, isNoiseFloor: false },
        ],
        verdicts: [],
        comparison: runComparison({
          facts: [
            { name: 'Prompts', texts: ['180 of 200 in both runs', '12 only in the earlier run'] },
            {
              name: 'Models',
              texts: [
                `${longName} is compared with ${runLora}`,
                'support-tone-v6 of the earlier run is not compared',
              ],
            },
            { name: 'Prompt set', texts: ['refunds-old.jsonl → refunds.jsonl'] },
            { name: 'Connection', texts: ['Acme staging → Acme production'] },
            { name: 'Deployment', texts: [`${runBase}: revision 4f2c9ab → revision 9e1d077`] },
            { name: 'Engine', texts: ['vllm → sglang', 'in a batch → asked one by one'] },
            {
              name: 'Settings',
              texts: ['temperature 0 → 0.7', 'seed not set → 7', `${longName}: top_k not accepted now`],
            },
            { name: 'System prompt', texts: ['changed'], hasDiff: true },
            { name: 'Repetitions', texts: ['1 → 3; the first of each is compared'] },
          ],
          verdicts: [
            { model: 0, kind: 'none', text: `${runBase} gave the same answers as before.` },
            {
              model: 1,
              kind: 'better',
              text: `${longName} passes 6 points more than ${runLora} (95% interval: 2 to 11): 14 better, 3 worse, 160 equal.`,
              test: 'Exact McNemar test: p = 0.013.',
              interval: { difference: 0.06, low: 0.02, high: 0.11, minimum: 0 },
            },
          ],
        }),
      }),
      rows: mixedRows,
    }),
  ),
  state(
    'run-compared-opened',
    serve({
      state: runState(compared),
      rows: mixedRows,
      detail: runDetail({
        answers: [
          runAnswer(0, { before: { is: 'failed', text: 'Dear customer, please wait.' } }),
          runAnswer(1, {
            before: { is: 'passed', text: 'We are sorry.', name: longName },
            preference: {
              texts: ['You preferred this answer.', `${longName} prefers the base’s answer.`],
              said: [
                { title: `What ${longName} answered with the base’s answer as A`, text: 'Brief.\nA' },
                { title: `What ${longName} answered with this answer as A`, text: 'Too long.\nB' },
              ],
            },
          }),
        ],
      }),
    }),
    openFirst,
  ),
  state(
    'run-versions',
    serve({
      state: runState({ ...compared, comparison: runComparison({ versions: versionTable }) }),
      rows: mixedRows,
      detail: runDetail({
        answers: [
          runAnswer(0),
          runAnswer(1, {
            checks: [{ is: 'failed', text: 'contains “refund”' }],
            since: 'Failed since support-tone-v6, Oct 28, 4:02 PM.',
          }),
        ],
      }),
    }),
    openFirst,
  ),
  state('run-four-models', serve({ state: fourModels, rows: wideRows })),
  state('run-nothing-matches', serve({ rows: 0 })),
  state('run-behind-a-number', serve(), async ({ page }) => {
    await page.getByRole('button', { name: '78%' }).click();
  }),
  state('run-opened', serve({ rows: mixedRows }), openFirst),
  state(
    'run-tool-calls',
    serve({
      state: runState({
        callErrors: ['Failed tool calls of support-tone-v7: no call 3 · wrong tool 2 · broken JSON 1'],
      }),
      detail: runDetail({
        messages: [
          { role: 'user', text: 'Where is my refund?' },
          { role: 'assistant', text: '', calls: calls.slice(0, 1) },
          { role: 'tool', text: '{"status":"sent"}' },
        ],
        tools: 'get_order, send_mail',
        tags: 'refund · language:en',
        answers: [
          runAnswer(0, { checks: [{ is: 'failed', text: 'tool-call “send_mail”: no call' }] }),
          runAnswer(1, {
            ...{ text: '', calls },
            checks: [{ is: 'failed', text: 'tool-call “send_mail”: “get_order” was called' }],
          }),
        ],
      }),
    }),
    openFirst,
  ),
  state(
    'run-opened-failed',
    serve({
      rows: mixedRows,
      detail: runDetail({
        expected: 'Your refund of $59 is on its way.',
        answers: [
          runAnswer(0, {
            text: '',
            figures: '',
            checks: [],
            alert: 'Acme is busy (429). Run what is missing to ask again.',
          }),
          runAnswer(1, {
            alert: 'Stopped at the token limit.',
            reasoning: 'The customer is angry. I should be brief.',
            checks: [
              { is: 'passed', text: 'contains “refund”' },
              { is: 'failed', text: 'matches /\\b\\d{5,}\\b/: the answer has no such number' },
              { is: 'none', text: 'valid JSON with a schema: not checked, its pattern took over 250 ms' },
              { is: 'passed', text: 'score 0.75 (threshold 0.6)' },
              { is: 'passed', text: 'contains “sorry”', isPart: true },
              { is: 'failed', text: 'starts-with “Hello”', isPart: true },
            ],
          }),
        ],
      }),
    }),
    openFirst,
    async ({ page }) => {
      await page.getByText('Reasoning').click();
    },
  ),
  state(
    'run-opened-repeated',
    serve({
      state: fourModels,
      rows: wideRows,
      detail: runDetail({
        reference: 'Dear Ms Example, your refund is on its way.',
        answers: [0, 1, 3].flatMap((model) => [runAnswer(model), runAnswer(model, { repetition: 1 })]),
      }),
    }),
    openFirst,
  ),
  state(
    'run-long-names',
    serve({
      state: runState({
        title: 'a-very-long-file-name-of-a-prompt-set-that-a-pipeline-made-2026-11-20-r64-lr2e-4.jsonl',
        models: [
          { name: longName, isBase: true, isNoiseFloor: false },
          { name: `${longName}-2`, isBase: false, isNoiseFloor: false },
        ],
        verdicts: [
          {
            ...better,
            kind: 'belowMinimum',
            text: `${longName}-2 is better, but by less than the 5 points that matter to you.`,
          },
        ],
      }),
      rows: mixedRows.map((row, at) => ({
        ...row,
        label: `refund-case-2025-${at + 10}`,
        question: `Rewrite this reply in the tone of our support team, in two sentences: ${row.question}`,
      })),
    }),
    openFirst,
  ),
];
