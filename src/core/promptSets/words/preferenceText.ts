import type { RunFindings, RunProgress } from '../report/runFindings.ts';
import { fewestUnits } from '../verdict/pairedVerdict.ts';
import type { RatingVerdict } from '../verdict/ratingVerdict.ts';
import type { VerdictWords } from './findingWords.ts';
import { percentNumber, probabilityText } from './percentText.ts';
import { holmText } from './testText.ts';
import type { Display, VerdictSubject } from './verdictName.ts';

export type PreferenceSubject = Pick<VerdictSubject, 't' | 'base' | 'other' | 'comparisons'>;

interface JudgedModel {
  model: number;
  verdict: RatingVerdict;
}

/** Returns the models of a verdict, and how many there are. */
export function preferenceSubject(
  verdicts: readonly JudgedModel[],
  { model }: JudgedModel,
  { t, names }: Display,
): PreferenceSubject {
  const comparisons = verdicts.filter(({ verdict }) => isFound(verdict)).length;
  return { t, base: names[0] ?? '', other: names[model] ?? '', comparisons };
}

function isFound({ kind }: RatingVerdict): boolean {
  return kind !== 'none' && kind !== 'notFinal';
}

/** Who preferred, in words. */
interface PreferenceWords {
  /** Returns a verdict with who says it before it. */
  by: (text: string) => string;
  /** How many prompts are judged of those that will be. */
  progress?: Pick<RunProgress, 'done' | 'of'>;
  /** Says that so many prompts are few. */
  only: (count: number) => string;
  /** What follows the test. */
  more?: string[];
}

/** Says in words what each verdict found, and what its test says. */
export function preferenceTexts<V extends JudgedModel>(
  verdicts: readonly V[],
  display: Display,
  wordsOf: (one: V) => PreferenceWords,
): VerdictWords[] {
  const { t } = display;
  return verdicts.map((one) => {
    const { model, verdict } = one;
    const { kind, better, worse, ties } = verdict;
    const subject = preferenceSubject(verdicts, one, display);
    const { by, only, progress = { done: 0, of: 0 }, more = [] } = wordsOf(one);
    const text =
      kind === 'none'
        ? t(
            'no verdict on {0}. {1}; it takes at least {2}.',
            subject.other,
            only(better + worse + ties),
            fewestUnits,
          )
        : kind === 'notFinal'
          ? notFinalText(verdict, subject, progress)
          : preferenceText(verdict, subject);
    const test = [...(isFound(verdict) ? signTestTexts(verdict, subject) : []), ...more].join(' ');
    return { model, kind, text: by(text), ...(test && { test }) };
  });
}

/** Says in words what the finished rounds of a run found. */
export function ratingTexts({ ratings }: Pick<RunFindings, 'ratings'>, display: Display): VerdictWords[] {
  const { t } = display;
  return preferenceTexts(ratings, display, () => ({
    by: (text) => t('Rated blind: {0}', text),
    only: (count) => t.plural(count, 'Only {0} prompt was rated', 'Only {0} prompts were rated'),
  }));
}

/** Counts alone, as of a run that is not complete. */
function notFinalText(
  { better, worse, ties }: RatingVerdict,
  { t, base, other }: PreferenceSubject,
  { done, of }: Pick<RunProgress, 'done' | 'of'>,
): string {
  const said = t('not final, at {0} of {1} prompts.', done, of);
  const counts = t.plural(
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

function signTestTexts({ p, holmP }: RatingVerdict, { t, comparisons }: PreferenceSubject): string[] {
  const test = t('Sign test: {0}.', probabilityText(t, p));
  return holmP === undefined ? [test] : [test, holmText(t, comparisons, holmP)];
}

/** Says which model is preferred, or that nothing is clear; to be said of a verdict that there is, after who preferred it. */
function preferenceText(verdict: RatingVerdict, subject: PreferenceSubject): string {
  const { kind, why, better, worse, ties, p, holmP = p } = verdict;
  const { t, base, other, comparisons } = subject;
  if (better + worse === 0)
    return t('no clear preference. {0} and {1} are tied on all {2} prompts.', other, base, ties);
  const said = preferredText(verdict, subject);
  if (kind !== 'unclear') return said;
  switch (why) {
    case 'exactTest':
      return t(
        'too close to call. The interval leaves out 50%, but by the sign test it may be chance ({0}). {1}',
        probabilityText(t, p),
        said,
      );
    case 'skipped':
      return t('unclear. The prompts that were skipped could change it. {0}', said);
    case 'length':
      return t("unclear. The judge's liking of longer answers could be all of it. {0}", said);
    case 'holm':
      return t(
        'unclear. As one of {0} comparisons it may be chance ({1}, adjusted). {2}',
        comparisons,
        probabilityText(t, holmP),
        said,
      );
    default:
      return t('no clear preference. {0}', said);
  }
}

/** Says how often the one that was preferred was. */
function preferredText(verdict: RatingVerdict, { t, base, other }: PreferenceSubject): string {
  const { better, worse, ties, share, low, high } = verdict;
  const isOther = better >= worse;
  const [name, wins, losses] = isOther ? [other, better, worse] : [base, worse, better];
  const [part, from, to] = isOther ? [share, low, high] : [1 - share, 1 - high, 1 - low];
  const percent = percentNumber(t, part);
  const said =
    ties === 0
      ? t('{0} is preferred {1} to {2}: in {3}%', name, wins, losses, percent)
      : t.plural(
          ties,
          '{1} is preferred {2} to {3} with {0} tie: in {4}% of the others',
          '{1} is preferred {2} to {3} with {0} ties: in {4}% of the others',
          name,
          wins,
          losses,
          percent,
        );
  return t('{0} (95% interval: {1} to {2}).', said, percentNumber(t, from), percentNumber(t, to));
}
