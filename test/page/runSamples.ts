import type {
  CountedPart,
  RatingPair,
  RatingState,
  RunComparison,
  RunPageAnswer,
  RunPageDetail,
  RunPageRow,
  RunState,
  SummaryCell,
  VerdictWords,
  VersionTable,
} from '../../src/protocol/run.ts';

export const runBase = 'llama-3-8b';
export const runLora = 'support-tone-v7';

const betterText =
  'Better by at least 5 points: support-tone-v7 passes 17 points more than llama-3-8b (95% interval: 10 to 23): 41 better, 7 worse, 152 equal.';

/** Returns where parts of a text are that count prompts. */
export function countedIn(text: string, parts: Partial<Record<CountedPart['shows'], string>>): CountedPart[] {
  return Object.entries(parts).map(([shows, part]) => {
    const from = text.lastIndexOf(part);
    return { from, to: from + part.length, shows: shows as CountedPart['shows'] };
  });
}

export const better: VerdictWords = {
  model: 1,
  kind: 'better',
  text: betterText,
  counted: countedIn(betterText, { better: '41 better', worse: '7 worse', equal: '152 equal' }),
  test: 'Exact McNemar test: p < 0.001. 152 of 200 pass or fail with both.',
  interval: { difference: 0.17, low: 0.101, high: 0.232, minimum: 0.05 },
};

export const summaryHeadings = ['passed', 'TTFT p50 / p95', 'tokens/s', 'tokens', 'failed', 'cut', 'empty'];

export function figures(
  passed: string,
  ttft: string,
  others: [rate: string, tokens: string, failed: string, cut: string],
): SummaryCell[] {
  const [rate, tokens, failed, cut] = others;
  return [
    { text: passed, title: '95% interval of the rate (Wilson)', shows: 'passed' },
    { text: ttft, title: 'Time to first token', shows: 'slowest' },
    { text: rate },
    { text: tokens },
    { text: failed, ...(failed !== '0' && { shows: 'failed' as const }) },
    { text: cut, shows: 'cut' },
    { text: '0' },
  ];
}

export function runState(changes: Partial<RunState> = {}): RunState {
  return {
    runId: 'r1',
    title: 'refunds.jsonl',
    facts: 'Nov 18, 10:42 · 200 prompts × 2 models · temperature 0, max tokens 1,024',
    models: [
      { name: runBase, isBase: true, isNoiseFloor: false },
      { name: runLora, isBase: false, isNoiseFloor: false },
    ],
    repetitions: 1,
    prompts: 200,
    missing: 0,
    isWaiting: false,
    notices: [],
    verdicts: [better],
    headings: summaryHeadings,
    callErrors: [],
    summary: [
      { model: 0, cells: figures('61% (54 to 67)', '0.41 / 1.90 s', ['62', '41,208', '0', '2']) },
      { model: 1, cells: figures('78% (72 to 83)', '0.44 / 2.10 s', ['58', '38,114', '3', '1']) },
    ],
    tagLines: [],
    canRate: true,
    isRated: false,
    isJudged: false,
    canJudge: false,
    canRunBaseAgain: true,
    ...changes,
  };
}

/** By tag: one got worse, one better. */
export const tagLines: RunState['tagLines'] = [
  {
    model: 1,
    title: 'By tag',
    tags: [
      {
        tag: 'invoice',
        text: 'invoice 40 → 31 of 55, worse (p = 0.01)',
        title: '4 to 28 points worse (95% interval)',
        shows: 'worse',
        kind: 'worse',
      },
      { tag: 'refund', text: 'refund 31 → 52 of 60, better (p < 0.001)', shows: 'better', kind: 'better' },
      { tag: 'language:en', text: 'language:en 12 → 18 of 40', shows: 'all' },
      { tag: 'angry', text: 'angry 3 → 4 of 6', shows: 'all' },
    ],
    notes: ['The difference depends on the tag (p < 0.001). Adjusted for 3 tags (Holm).'],
  },
];

/** What stands beside a run's own numbers while it is compared with an earlier one. */
export function runComparison(changes: Partial<RunComparison> = {}): RunComparison {
  return {
    title: 'Compared with the run of Nov 16, 9:12',
    facts: [
      {
        name: 'Prompts',
        texts: ['180 of 200 in both runs', '3 of them have other checks now and are left out'],
      },
      { name: 'Settings', texts: ['temperature 0 → 0.7', 'max tokens 1,024 → 2,048'] },
    ],
    verdicts: [
      {
        model: 1,
        kind: 'better',
        text: 'support-tone-v7 passes 6 points more than before (95% interval: 2 to 11): 14 better, 3 worse, 160 equal.',
        test: 'Exact McNemar test: p = 0.013.',
        interval: { difference: 0.06, low: 0.02, high: 0.11, minimum: 0 },
      },
    ],
    ...changes,
  };
}

/** What a run says that is compared: the page keeps the first, and shows the second. */
export const compared = {
  earlier: { runId: 'r0', pairs: [{ model: 1, before: 1 }] },
  comparison: runComparison(),
};

/** The versions of an adapter, as of a run that is compared with all of them. */
export const versionTable: VersionTable = {
  headings: ['version', 'passed', 'beside its base', 'beside the one before'],
  rows: [
    { name: 'support-tone-v5, Sep 25, 9:30 AM', cells: ['64% (57 to 70)', 'Unclear: +3 (-4 to +10)', ''] },
    {
      name: 'support-tone-v6, Oct 28, 4:02 PM',
      cells: ['81% (75 to 86)', 'Better: +20 (+12 to +27)', 'Better: +17 (+10 to +24)'],
    },
    {
      name: 'support-tone-v7, Nov 16, 10:42 AM',
      cells: ['78% (72 to 83)', 'Better: +17 (+10 to +23)', 'No clear difference: -3 (-9 to +3)'],
    },
  ],
  note: 'Points with 95% intervals. Adjusted for all 5 comparisons of this table (Holm).',
};

const questions = [
  'Where is my refund? I returned the shoes two weeks ago and have heard nothing since.',
  'Your app charged me twice. Fix it NOW or I will cancel everything!!!',
  'Can I exchange the blue jacket for a larger one?',
  'The parcel says delivered, but it is not here.',
];

export function runRow(prompt: number, changes: Partial<RunPageRow> = {}): RunPageRow {
  return {
    prompt,
    label: String(prompt + 1),
    question: questions[prompt % questions.length] ?? '',
    marks: [
      {
        is: prompt % 3 === 2 ? 'passed' : 'failed',
        answer: 'It is on its way, please be patient.',
        text: 'contains “refund”',
      },
      {
        is: prompt % 5 === 4 ? 'failed' : 'passed',
        answer: 'Your refund is on its way, and we are sorry for the wait.',
        text: 'contains “refund”',
      },
    ],
    ...changes,
  };
}

export function runRows(count: number): RunPageRow[] {
  return Array.from({ length: count }, (_, at) => runRow(at));
}

export function runAnswer(model: number, changes: Partial<RunPageAnswer> = {}): RunPageAnswer {
  return {
    model,
    repetition: 0,
    text:
      model === 0
        ? 'Dear customer,\n\nwe are looking into this. Your money should arrive soon.'
        : 'Dear Ms Example,\n\nwe are sorry. Your refund of $59 is on its way and should arrive by Friday.',
    reasoning: '',
    figures: '0.42 s to first token · 61 tokens/s · 212 tokens · stop',
    checks: [
      { is: model === 0 ? 'failed' : 'passed', text: 'contains “refund”' },
      { is: 'passed', text: 'at most 400 characters' },
    ],
    ...changes,
  };
}

export function runDetail(changes: Partial<RunPageDetail> = {}): RunPageDetail {
  return {
    prompt: 0,
    label: '1',
    line: 1,
    messages: [
      { role: 'system', text: 'Rewrite the reply in our tone.' },
      { role: 'user', text: questions[0] ?? '' },
    ],
    answers: [runAnswer(0), runAnswer(1)],
    ...changes,
  };
}

/** What the page is told while answers are rated blind. */
export function ratingState(changes: Partial<RatingState> = {}): RatingState {
  return {
    title: 'refunds.jsonl',
    progress: '24 of 60 rated',
    rated: 24,
    skipped: 0,
    of: 60,
    notes: [],
    canGoBack: true,
    pair: ratedPair(),
    ...changes,
  };
}

export function ratedPair(changes: Partial<RatingPair> = {}): RatingPair {
  return {
    prompt: 17,
    asked: { ...runDetail({ prompt: 17, label: '18', line: 18 }), answers: [] },
    left: 'I am sorry for the wait. Your refund was sent on Monday and takes three days.',
    right: 'Refunds take a while.\n\nPlease be patient.',
    ...changes,
  };
}
