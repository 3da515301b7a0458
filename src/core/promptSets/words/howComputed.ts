import type { Texts } from '../../../base/texts.ts';
import { cleanText, codeBlock, plainMarkdown } from '../../cleanText.ts';
import { chanceReach, correlation, studentQuantile, wilson } from '../../statistics/index.ts';
import type { RunFindings } from '../report/runFindings.ts';
import { isJudged, type JudgedVerdict, significance, type Verdict } from '../verdict/pairedVerdict.ts';
import { judgeParts, ratingParts } from './howPreferred.ts';
import { exactText, percentText } from './percentText.ts';
import { runFacts } from './runFacts.ts';
import { verdictSubject } from './runVerdictTexts.ts';
import { tagParts } from './tagText.ts';
import type { Display, VerdictSubject } from './verdictName.ts';
import { verdictText } from './verdictText.ts';

/**
 * Returns *How This Is Computed* as Markdown: each formula, its numbers for this run, and where it comes from. Names come from a service
 * and from files, so nothing in them is Markdown.
 */
export function howComputed(found: RunFindings, shown: Display): string {
  const { t } = shown;
  const display = { t, names: shown.names.map(plainMarkdown) };
  const judged = found.judged.map(({ judging, ...one }) => {
    const judge = { ...judging.judge, name: plainMarkdown(cleanText(judging.judge.name, 40)) };
    return { ...one, judging: { ...judging, judge } };
  });
  const findings = { ...found, judged };
  const { run, verdicts, ratings } = findings;
  const parts = [
    `# ${t('How This Is Computed')}`,
    `${plainMarkdown(cleanText(run.set.name))} · ${runFacts(t, run)}`,
    ...verdicts.flatMap(({ model, verdict }) =>
      verdictPart(verdict, verdictSubject(findings, display, model)),
    ),
    ...rulePart(findings, display),
    ...ratePart(findings, display),
    ...ratingParts(findings, display),
    ...judgeParts(findings, display),
    `## ${t('Sources')}`,
    [
      ...sources,
      ...(findings.tags ? tagSources : []),
      ...(run.repetitions > 1 ? repetitionSources : []),
      ...(ratings.length + judged.length > 0 ? ratingSources : []),
      ...(judged.length > 0 ? judgeSources : []),
    ]
      .map((source) => `- ${source}`)
      .join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Titles stay in their language. */
const sources = [
  'R. G. Newcombe, “Improved confidence intervals for the difference between binomial proportions based on paired data”, Statistics in Medicine 17 (1998), 2635–2650, method 10',
  'E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, Journal of the American Statistical Association 22 (1927), 209–212',
  'Q. McNemar, “Note on the sampling error of the difference between correlated proportions or percentages”, Psychometrika 12 (1947), 153–157',
  '“Student”, “The probable error of a mean”, Biometrika 6 (1908), 1–25',
  'A. Agresti and B. A. Coull, “Approximate is better than ‘exact’ for interval estimation of binomial proportions”, The American Statistician 52 (1998), 119–126',
  'A. Agresti and Y. Min, “Simple improved confidence intervals for comparing matched proportions”, Statistics in Medicine 24 (2005), 729–740',
  'T. Tango, “Equivalence test and confidence interval for the difference in proportions for the paired-sample design”, Statistics in Medicine 17 (1998), 891–908',
  'A. B. Owen, “Empirical likelihood ratio confidence intervals for a single functional”, Biometrika 75 (1988), 237–249',
  'R. A. Fisher, “The Design of Experiments” (1935), section 21',
  'M. Pagano and D. Tritchler, “On obtaining permutation distributions in polynomial time”, Journal of the American Statistical Association 78 (1983), 435–440',
  'B. Phipson and G. K. Smyth, “Permutation p-values should never be zero”, Statistical Applications in Genetics and Molecular Biology 9 (2010), article 39',
  'J. Ville, “Étude critique de la notion de collectif” (1939)',
  'H. Robbins, “Statistical methods related to the law of the iterated logarithm”, Annals of Mathematical Statistics 41 (1970), 1397–1409',
  'S. Holm, “A simple sequentially rejective multiple test procedure”, Scandinavian Journal of Statistics 6 (1979), 65–70',
];

const tagSources = [
  'W. G. Cochran, “The combination of estimates from different experiments”, Biometrics 10 (1954), 101–129',
];

const repetitionSources = [
  'S. Yao, N. Shinn, P. Razavi and K. Narasimhan, “τ-bench: A benchmark for tool-agent-user interaction in real-world domains” (2024), arXiv:2406.12045',
];

const ratingSources = [
  'W. J. Dixon and A. M. Mood, “The statistical sign test”, Journal of the American Statistical Association 41 (1946), 557–566',
];

const judgeSources = [
  'A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan and T. Zrnic, “Prediction-powered inference”, Science 382 (2023), 669–674',
  'J. Cohen, “A coefficient of agreement for nominal scales”, Educational and Psychological Measurement 20 (1960), 37–46',
  'J. L. Fleiss, J. Cohen and B. S. Everitt, “Large sample standard errors of kappa and weighted kappa”, Psychological Bulletin 72 (1969), 323–327',
];

function verdictPart(verdict: Verdict, subject: VerdictSubject): string[] {
  const { text, test } = verdictText(verdict, subject);
  const { t, base, other, isNoiseFloor } = subject;
  const parts = [
    `## ${isNoiseFloor ? t('{0} against itself', base) : t('{0} beside {1}', other, base)}`,
    [text, test].filter(Boolean).join(' '),
  ];
  // Before the end, no test and no interval means anything.
  if (verdict.clear) return [...parts, ...clearParts(t, verdict)];
  if (!isJudged(verdict)) return parts;
  if (isNoiseFloor) return [...parts, ...chanceParts(t, verdict)];
  parts.push(...(verdict.test === 'mcnemar' ? pairedRates(verdict, subject) : means(verdict, subject)));
  if (verdict.holmP !== undefined)
    parts.push(
      t(
        "Since {0} models are compared with the base, each p is adjusted after Holm (1979): of m values, the i-th smallest is multiplied by m − i + 1, and none becomes smaller than the one before it. Here {1} becomes {2}. The intervals stay each pair's own.",
        subject.comparisons,
        exactText(t, verdict.p),
        exactText(t, verdict.holmP),
      ),
    );
  return [...parts, ...tagParts(verdict, subject)];
}

/** Yes or no a prompt. */
function pairedRates(verdict: JudgedVerdict, { t, base, other, unit }: VerdictSubject): string[] {
  const { better, worse, equal, both = 0, difference, low, high, p } = verdict;
  const table = { both, onlyOther: better, onlyBase: worse, neither: equal - both };
  const count = better + worse + equal;
  const [otherPassed, basePassed] = [both + better, both + worse];
  const [l1, u1] = wilson(otherPassed, count);
  const [l2, u2] = wilson(basePassed, count);
  const [p1, p2] = [otherPassed / count, basePassed / count];
  return [
    [
      `| ${t('passed by')} | ${unit === 'group' ? t('groups') : t('prompts')} |`,
      '|---|---|',
      `| ${t('both')} (a) | ${t.number(both)} |`,
      `| ${t('only {0}', other)} (b) | ${t.number(better)} |`,
      `| ${t('only {0}', base)} (c) | ${t.number(worse)} |`,
      `| ${t('neither')} (d) | ${t.number(table.neither)} |`,
    ].join('\n'),
    t(
      "The interval of the difference is Newcombe's for paired rates (1998, method 10), from the Wilson limits l, u of both rates and their correlation φ:",
    ),
    code(
      'low  = p₁ − p₂ − √((p₁ − l₁)² − 2φ(p₁ − l₁)(u₂ − p₂) + (u₂ − p₂)²)',
      'high = p₁ − p₂ + √((u₁ − p₁)² − 2φ(u₁ − p₁)(p₂ − l₂) + (p₂ − l₂)²)',
      '',
      `n = ${t.number(count)}`,
      `p₁ = ${exactText(t, p1)}, l₁ = ${exactText(t, l1)}, u₁ = ${exactText(t, u1)}`,
      `p₂ = ${exactText(t, p2)}, l₂ = ${exactText(t, l2)}, u₂ = ${exactText(t, u2)}`,
      `φ = ${exactText(t, correlation(table))}`,
      `p₁ − p₂ = ${exactText(t, difference)}, low = ${exactText(t, low)}, high = ${exactText(t, high)}`,
    ),
    t('φ is max(ad − bc − n/2, 0) if ad > bc, else ad − bc, divided by √((a + b)(c + d)(a + c)(b + d)).'),
    t(
      'The exact McNemar test is the sign test of the prompts that only one model passed: how often {0} fair coins fall at least as unevenly as {1} to {2}.',
      better + worse,
      better,
      worse,
    ),
    code(`p = min(1, 2 · Σ C(b + c, i) / 2^(b + c), i = 0 … min(b, c)) = ${exactText(t, p)}`),
  ];
}

/** What holds whenever one stops. */
function clearParts(t: Texts, { pAtMost = 1 }: Verdict): string[] {
  return [
    t(
      "Prompts are asked in an order drawn from the run's seed. After each that has ended with both models, without a gap before it, E compares the wins b and losses c with chance; a pair that is not known counts against the claim. Whoever looks after each finds an E over 40 for each model by chance in at most 1 of 40 runs (Ville, 1939), so p is at most the number of models by the largest E.",
    ),
    code('E = 2^(b + c) · B(4 + b, 4 + c) / B(4, 4)', '', `p ≤ ${exactText(t, pAtMost)}`),
  ];
}

/** How far chance alone goes. */
function chanceParts(t: Texts, { squares, better, worse, equal }: JudgedVerdict): string[] {
  const count = better + worse + equal;
  return [
    t(
      'The next such difference stays within R in 95 of 100 cases; d are the differences of the {0} units:',
      count,
    ),
    code(
      'R = 1.96 √(Σ d² + 2) / n',
      '',
      `n = ${t.number(count)}, Σ d² = ${exactText(t, squares)}, R = ${exactText(t, chanceReach(squares, count))}`,
    ),
  ];
}

/** Scores between yes and no: of repeated prompts, or groups. */
function means(verdict: JudgedVerdict, { t, unit }: VerdictSubject): string[] {
  const { better, worse, equal, difference, squares, low, high, p, test } = verdict;
  const count = better + worse + equal;
  const middle = (difference * count) / (count + 2);
  const deviation = Math.sqrt((squares + 2 - (count + 2) * middle ** 2) / (count + 1));
  return [
    unit === 'group'
      ? t('A group counts once, by its mean: {0}.', t.plural(count, '1 group', '{0} groups'))
      : t('A repeated prompt counts once, by its mean: {0}.', t.plural(count, '1 prompt', '{0} prompts')),
    t(
      "The interval is Student's for the mean of the differences d and of two more, 1 and −1, with n + 1 degrees of freedom (after Agresti and Min, 2005): without these it would be too narrow where few differ. It is cut at −1 and 1.",
    ),
    code(
      'm ± t₀.₉₇₅ · s / √(n + 2)',
      '',
      `n = ${t.number(count)}, Σ d / n = ${exactText(t, difference)}, Σ d² = ${exactText(t, squares)}`,
      `m = ${exactText(t, middle)}, s = ${exactText(t, deviation)}, t₀.₉₇₅ = ${exactText(t, studentQuantile(count + 1))}`,
      `low = ${exactText(t, low)}, high = ${exactText(t, high)}`,
    ),
    test === 't'
      ? t('Over 1,000 of them differ, so p is that of the t test of “d is 0”: {0}.', exactText(t, p))
      : t(
          'The sign-flip test (Fisher, 1935) counts how many ways to flip the signs of the differences bring their mean at least as far from 0: all ways (Pagano and Tritchler, 1983), or, where that takes over 10,000 steps, 10,000 random ones from seed 1, as (count + 1) / 10,001 (Phipson and Smyth, 2010). Here p = {0}.',
          exactText(t, p),
        ),
  ];
}

function rulePart({ verdicts, minimumDifference }: RunFindings, { t, names }: Display): string[] {
  if (verdicts.length === 0) return [];
  const rules = [
    t('*Better* or *worse* takes both p < {0} and an interval without 0.', significance),
    minimumDifference > 0
      ? t(
          "Differences from {0} points matter to you (setting `hostedModels.run.minimumDifference`). The interval decides: *at least* takes all of it beyond, *below* and *equivalent* all of it within, and that the score test of this difference says so, too (Tango, 1998; for means with Owen's weights, 1988), since where most that differ lean to one side the interval alone says it too often.",
          minimumDifference * 100,
        )
      : '',
    t(
      "A pair is lost if a request failed, the connection cut an answer, or one is unchecked: it is left out, and over 5% of them there is no verdict. What is not known must leave the verdict as it is both at its worst (the base passed, or the other didn't) and at its best.",
    ),
    t(
      'Answers at the token limit are scored as they are. An answer with neither text nor a tool call passes no check; over 5% of them, there is no verdict. What both models refused with the same status (400, 413, 422 or 451) is left out.',
    ),
    t(
      "It takes at least 10 prompts, or groups, that both models answered. The reasoning before an answer isn't checked.",
    ),
    ...verdicts.map(({ model, verdict: { lost, limited, refused } }) =>
      t(
        '{0}: {1} pairs lost, {2} at the token limit, {3} refused by both.',
        names[model] ?? '',
        lost,
        limited,
        refused,
      ),
    ),
  ];
  return [
    `## ${t('Rules')}`,
    rules
      .filter(Boolean)
      .map((rule) => `- ${rule}`)
      .join('\n'),
  ];
}

function ratePart({ summaries, run: { repetitions } }: RunFindings, { t, names }: Display): string[] {
  const lines = summaries.flatMap(({ model, passed }) => {
    if (!passed) return [];
    const { share, low, high, of, interval } = passed;
    const counted = interval === 'wilson' ? `${Math.round(share * of)} / ${of} = ` : '';
    const limits = `${exactText(t, low)} … ${exactText(t, high)} (${interval === 'wilson' ? 'Wilson' : 't'}, n = ${t.number(of)})`;
    return `- ${names[model] ?? ''}: ${counted}${percentText(t, share)}, ${limits}`;
  });
  if (lines.length === 0) return [];
  return [
    `## ${t('Pass Rates')}`,
    t(
      "Each rate has its own 95% interval: Wilson's (1927), or, where prompts or groups count by their means, Student's with two more that pass and two that don't (after Agresti and Coull, 1998).",
    ),
    code('(2np + z² ± z √(z² + 4np(1 − p))) / (2 (n + z²)), z = 1.96'),
    lines.join('\n'),
    ...(repetitions > 1
      ? [
          t(
            '*All of {0}* is pass^k (Yao and others, 2024): of n checked answers to a prompt, c of which passed, C(c, k) / C(n, k), k being {0}; its mean over the prompts that have so many.',
            repetitions,
          ),
        ]
      : []),
  ];
}

function code(...lines: string[]): string {
  return codeBlock(lines.join('\n'), 'text');
}
