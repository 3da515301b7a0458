import type { Texts } from '../../../base/texts.ts';
import { codeBlock } from '../../cleanText.ts';
import type { RaterAgreement } from '../../statistics/index.ts';
import type { RunFindings } from '../report/runFindings.ts';
import type { CorrectedVerdict } from '../verdict/correctedVerdict.ts';
import type { RatingVerdict } from '../verdict/ratingVerdict.ts';
import { judgeName, judgeTexts } from './judgeText.ts';
import { exactText } from './percentText.ts';
import { type PreferenceSubject, preferenceSubject, ratingTexts } from './preferenceText.ts';
import type { Display } from './verdictName.ts';

/** Returns the parts of *How This Is Computed* that are about ratings, as Markdown. */
export function ratingParts({ ratings }: Pick<RunFindings, 'ratings'>, display: Display): string[] {
  const { t } = display;
  const texts = ratingTexts({ ratings }, display);
  return ratings.flatMap((one, at) => {
    const subject = preferenceSubject(ratings, one, display);
    const { text = '', test = '' } = texts[at] ?? {};
    const counted = t(
      '{0} prompts were rated, {1} skipped: the verdict must hold, too, if all of these had gone to either side. Prompts of one group count once, as what most of them say.',
      one.rated,
      one.skipped,
    );
    return [
      `## ${t('{0} beside {1}, rated blind', subject.other, subject.base)}`,
      `${text} ${test}`.trim(),
      t(
        'Each prompt was shown with both answers, without their names; its place in the order and its sides were drawn from a seed before the first was shown. Answers that read the same are left out.',
      ),
      ...preferenceParts(one.verdict, subject, counted),
    ];
  });
}

/** Returns those about judges. */
export function judgeParts({ judged }: Pick<RunFindings, 'judged'>, display: Display): string[] {
  const { t } = display;
  const texts = judgeTexts({ judged }, display);
  return judged.flatMap((one, at) => {
    const subject = preferenceSubject(judged, one, display);
    const { judging, verdict, agreement } = one;
    const { text = '', test = '' } = texts[at] ?? {};
    const counted = t(
      '{0} of {1} prompts were judged, {2} of them without a judgment. Prompts of one group count once, as what most of them say.',
      one.judged,
      one.of,
      one.none,
    );
    return [
      `## ${t('{0} beside {1}, judged by {2}', subject.other, subject.base, judgeName(judging))}`,
      `${text} ${test}`.trim(),
      t(
        'The judge saw each prompt with both answers twice, in both orders, without names, between marks drawn at random. Only a last line A, B or TIE counts; if the two disagree, that is a tie. Answers that read the same are left out.',
      ),
      ...(verdict.kind === 'notFinal' ? [] : preferenceParts(verdict, subject, counted)),
      ...(one.corrected ? correctedParts(one.corrected, subject) : []),
      ...(one.isLengthTested ? [lengthPart(subject)] : []),
      ...(agreement ? kappaParts(t, agreement) : []),
      t('What it was asked:'),
      judging.template.replace(/^/gmu, '    '),
    ];
  });
}

/** Returns the table, the test and the interval of a verdict. `counted` says what was and what was not. */
function preferenceParts(
  { better, worse, ties, share, low, high, p }: RatingVerdict,
  { t, base, other }: PreferenceSubject,
  counted: string,
): string[] {
  return [
    [
      `| ${t('preferred')} | |`,
      '|---|---|',
      `| ${other.replaceAll('|', '\\|')} (b) | ${t.number(better)} |`,
      `| ${base.replaceAll('|', '\\|')} (c) | ${t.number(worse)} |`,
      `| ${t('neither')} | ${t.number(ties)} |`,
    ].join('\n'),
    counted,
    t(
      "The sign test (Dixon and Mood, 1946) leaves ties out: how often {0} fair coins fall at least as unevenly as {1} to {2}. The interval of the share b / (b + c) is Wilson's. *Better* or *worse* takes both p < 0.05 and an interval without 50%.",
      better + worse,
      better,
      worse,
    ),
    codeBlock(
      `p = min(1, 2 · Σ C(b + c, i) / 2^(b + c), i = 0 … min(b, c)) = ${exactText(t, p)}
b / (b + c) = ${exactText(t, share)}, low = ${exactText(t, low)}, high = ${exactText(t, high)}`,
      'text',
    ),
  ];
}

function correctedParts(
  { units, rated, skipped, share, low, high }: CorrectedVerdict,
  { t, other }: PreferenceSubject,
): string[] {
  return [
    t(
      'Your ratings correct the judge (Angelopoulos and others, 2023): f is its score of {0} on each of N prompts or groups, 1, ½ or 0, and y is yours on the n of them that were drawn for you. {1} skipped prompts may not change the verdict, whichever side they went to.',
      other,
      skipped,
    ),
    codeBlock(
      `θ = f̄ + mean(y − f) ± t₀.₉₇₅ · √(s²_f / N + s²_(y − f) / n)
N = ${t.number(units)}, n = ${t.number(rated)}, θ = ${exactText(t, share)}, low = ${exactText(t, low)}, high = ${exactText(t, high)}`,
      'text',
    ),
  ];
}

function lengthPart({ t, base, other }: PreferenceSubject): string {
  return t(
    'A judge may like what is longer. sᵢ = (wᵢ + 1) / (mᵢ + 2) is the share that {0} won of the m pairs where its answer is the longer (1), and where that of {1} is (2). The verdict stands if s = (s₁ + s₂) / 2 ± 1.96 √(Σ sᵢ (1 − sᵢ) / (mᵢ + 2) / 4) lies on its side of ½.',
    other,
    base,
  );
}

function kappaParts(t: Texts, { kappa, interval, share, units }: RaterAgreement): string[] {
  const limits = interval ? `, low = ${exactText(t, interval[0])}, high = ${exactText(t, interval[1])}` : '';
  return [
    t(
      "Cohen's κ (1960) is how far the judge agrees with your ratings beyond chance: 0 is chance, 1 is always. Its interval is that of Fleiss, Cohen and Everitt (1969).",
    ),
    codeBlock(
      `κ = (pₒ − pₑ) / (1 − pₑ)
n = ${t.number(units)}, pₒ = ${exactText(t, share)}, κ = ${exactText(t, kappa)}${limits}`,
      'text',
    ),
  ];
}
