import type { RatingVerdict } from '../../../core/promptSets/verdict/ratingVerdict.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { exactText, percentNumber, probabilityText } from '../verdict/percentText.ts';
import type { VerdictSubject } from '../verdict/verdictName.ts';

type PreferenceSubject = Pick<VerdictSubject, 'base' | 'other' | 'comparisons'>;

interface JudgedModel {
  model: number;
  verdict: RatingVerdict;
}

/** Returns the models of a verdict, and how many there are. */
export function preferenceSubject(
  verdicts: readonly JudgedModel[],
  { model }: JudgedModel,
  names: readonly string[],
): PreferenceSubject {
  const isJudged = ({ kind }: RatingVerdict) => kind !== 'none' && kind !== 'notFinal';
  const comparisons = verdicts.filter(({ verdict }) => isJudged(verdict)).length;
  return { base: names[0] ?? '', other: names[model] ?? '', comparisons };
}

/** Who preferred, in words. */
interface PreferenceWords {
  /** Returns a verdict with who says it before it. */
  found: (text: string) => string;
  /** How many prompts are judged of those that will be. */
  progress?: { done: number; of: number };
  /** Says that so many prompts are too few for a verdict on a model. */
  tooFew: (count: number, model: string) => string;
  /** What follows the test. */
  more?: string[];
}

/** Says in words what each verdict found, and what its test says. */
export function preferenceTexts<V extends JudgedModel>(
  verdicts: readonly V[],
  names: readonly string[],
  wordsOf: (one: V) => PreferenceWords,
): RunPageVerdict[] {
  return verdicts.map((one) => {
    const { model, verdict } = one;
    const { kind, better, worse, ties } = verdict;
    const subject = preferenceSubject(verdicts, one, names);
    const { found, tooFew, progress = { done: 0, of: 0 }, more = [] } = wordsOf(one);
    const isFound = kind !== 'none' && kind !== 'notFinal';
    const text =
      kind === 'none'
        ? tooFew(better + worse + ties, subject.other)
        : found(isFound ? preferenceText(verdict, subject) : notFinalText(verdict, subject, progress));
    const test = [...(isFound ? [signTestText(verdict, subject)] : []), ...more].join(' ');
    return { model, kind, text, ...(test && { test }) };
  });
}

/** Counts alone, as of a run that is not complete. */
function notFinalText(
  { better, worse, ties }: RatingVerdict,
  { base, other }: PreferenceSubject,
  { done, of }: { done: number; of: number },
): string {
  const said = t('not final, at {0} of {1} prompts.', numberText(done), numberText(of));
  const counts = plural(
    ties,
    'So far {1} for {2}, {3} for {4}, {0} tie.',
    'So far {1} for {2}, {3} for {4}, {0} ties.',
    better,
    other,
    worse,
    base,
  );
  return better + worse + ties === 0 ? said : `${said} ${counts}`;
}

function signTestText({ p, holmP }: RatingVerdict, { comparisons }: PreferenceSubject): string {
  const test = t('Sign test: {0}.', probabilityText(p));
  if (holmP === undefined) return test;
  return `${test} ${t('Adjusted for {0} comparisons (Holm): {1}.', comparisons, probabilityText(holmP))}`;
}

/** Says which model is preferred, or that nothing is clear; to be said of a verdict that there is, after who preferred it. */
function preferenceText(verdict: RatingVerdict, { base, other, comparisons }: PreferenceSubject): string {
  const { kind, why, better, worse, ties, p, holmP = p } = verdict;
  if (better + worse === 0)
    return t(
      'no clear preference. {0} and {1} are tied on all {2} prompts.',
      other,
      base,
      better + worse + ties,
    );
  const said = preferredText(verdict, { base, other });
  if (kind !== 'unclear') return said;
  if (why === 'exactTest')
    return t(
      'too close to call. The interval leaves out 50 %, but by the sign test it may be chance ({0}). {1}',
      probabilityText(p),
      said,
    );
  if (why === 'skipped') return t('unclear. The prompts that were skipped could change it. {0}', said);
  if (why === 'length')
    return t('unclear. The judge’s liking of longer answers could be all of it. {0}', said);
  if (why === 'holm')
    return t(
      'unclear. As one of {0} comparisons it may be chance ({1}, adjusted). {2}',
      comparisons,
      probabilityText(holmP),
      said,
    );
  return t('no clear preference. {0}', said);
}

/** Says how often the one that was preferred was. */
function preferredText(
  verdict: RatingVerdict,
  { base, other }: Pick<PreferenceSubject, 'base' | 'other'>,
): string {
  const { better, worse, ties, share, low, high } = verdict;
  const isOther = better >= worse;
  const [name, wins, losses] = isOther ? [other, better, worse] : [base, worse, better];
  const [part, from, to] = isOther ? [share, low, high] : [1 - share, 1 - high, 1 - low];
  const [percent, least, most] = [percentNumber(part), percentNumber(from), percentNumber(to)];
  if (ties === 0)
    return t(
      '{0} is preferred {1} to {2}: in {3} % (95 % interval: {4} to {5}).',
      name,
      wins,
      losses,
      percent,
      least,
      most,
    );
  return plural(
    ties,
    '{1} is preferred {2} to {3} with {0} tie: in {4} % of the others (95 % interval: {5} to {6}).',
    '{1} is preferred {2} to {3} with {0} ties: in {4} % of the others (95 % interval: {5} to {6}).',
    name,
    wins,
    losses,
    percent,
    least,
    most,
  );
}

/** Returns the table, the test and the interval of a verdict, as Markdown. `counted` says what was and what was not. */
export function preferenceParts(
  { better, worse, ties, share, low, high, p }: RatingVerdict,
  { base, other }: PreferenceSubject,
  counted: string,
): string[] {
  return [
    [
      `| ${t('preferred')} | |`,
      '|---|---|',
      `| ${other.replaceAll('|', '\\|')} (b) | ${numberText(better)} |`,
      `| ${base.replaceAll('|', '\\|')} (c) | ${numberText(worse)} |`,
      `| ${t('neither')} | ${numberText(ties)} |`,
    ].join('\n'),
    counted,
    t(
      'The sign test (Dixon and Mood, 1946) leaves ties out: how often {0} fair coins fall at least as unevenly as {1} to {2}. The interval of the share b / (b + c) is Wilson’s. *Better* or *worse* takes both p < 0.05 and an interval without 50 %.',
      better + worse,
      better,
      worse,
    ),
    [
      '```text',
      `p = min(1, 2 · Σ C(b + c, i) / 2^(b + c), i = 0 … min(b, c)) = ${exactText(p)}`,
      `b / (b + c) = ${exactText(share)}, low = ${exactText(low)}, high = ${exactText(high)}`,
      '```',
    ].join('\n'),
  ];
}
