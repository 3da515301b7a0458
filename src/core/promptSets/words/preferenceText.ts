import type { RunFindings, RunProgress } from '../report/runFindings.ts';
import { fewestUnits } from '../verdict/pairedVerdict.ts';
import type { RatingVerdict } from '../verdict/ratingVerdict.ts';
import { counted, readCounted } from './counted.ts';
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
  /** Which prompts the numbers count. */
  who: 'rated' | 'judged';
  /** Returns a verdict with who says it before it. */
  by: (text: string) => string;
  /** How many prompts are judged of those that will be. */
  progress?: Pick<RunProgress, 'done' | 'of'>;
  /** Says that so many prompts are few. */
  only: (count: number) => string;
  /** What follows the test. */
  more?: string[];
  /** A verdict that stands in the place of this one, which is then told beneath it. */
  instead?: Pick<VerdictWords, 'kind' | 'text'> | undefined;
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
    const { who, by, only, progress = { done: 0, of: 0 }, more = [], instead } = wordsOf(one);
    const numbers = preferredNumbers(verdict, who, t);
    const text =
      kind === 'none'
        ? [
            t(
              'no verdict on {0}. {1}; it takes at least {2}.',
              subject.other,
              only(better + worse + ties),
              fewestUnits,
            ),
            better + worse + ties === 0 ? '' : countedText(numbers, subject),
          ]
            .filter(Boolean)
            .join(' ')
        : kind === 'notFinal'
          ? notFinalText(verdict, numbers, subject, progress)
          : preferenceText(verdict, numbers, subject);
    const tests = [...(isFound(verdict) ? signTestTexts(verdict, subject) : []), ...more];
    if (instead) {
      const beneath = t('Not corrected: {0}', readCounted(text).text);
      return { model, ...instead, test: [beneath, ...tests].join(' ') };
    }
    const test = tests.join(' ');
    return { model, kind, ...readCounted(by(text)), ...(test && { test }) };
  });
}

/** Says in words what the finished rounds of a run found. */
export function ratingTexts({ ratings }: Pick<RunFindings, 'ratings'>, display: Display): VerdictWords[] {
  const { t } = display;
  return preferenceTexts(ratings, display, () => ({
    who: 'rated',
    by: (text) => t('Rated blind: {0}', text),
    only: (count) =>
      count === 0
        ? t('No prompt was rated')
        : t.plural(count, 'Only {0} prompt was rated', 'Only {0} prompts were rated'),
  }));
}

/** How often each was preferred, in words that are marked as `counted` does. */
interface PreferredNumbers {
  base: string;
  other: string;
  ties: string;
  /** Ties alone. */
  tied: string;
}

function preferredNumbers(
  { better, worse, ties }: RatingVerdict,
  who: PreferenceWords['who'],
  t: Display['t'],
): PreferredNumbers {
  return {
    base: counted(t.number(worse), worse, `${who}Base`),
    other: counted(t.number(better), better, `${who}Other`),
    ties: counted(t.plural(ties, '{0} tie', '{0} ties'), ties, `${who}Tie`),
    tied: counted(t.number(ties), ties, `${who}Tie`),
  };
}

/** Counts alone, as of a run that is not complete. */
function notFinalText(
  { better, worse, ties }: RatingVerdict,
  numbers: PreferredNumbers,
  subject: PreferenceSubject,
  { done, of }: Pick<RunProgress, 'done' | 'of'>,
): string {
  const said = subject.t('not final, at {0} of {1} prompts.', done, of);
  return better + worse + ties === 0 ? said : `${said} ${countedText(numbers, subject)}`;
}

function countedText(numbers: PreferredNumbers, { t, base, other }: PreferenceSubject): string {
  return t('So far {0} for {1}, {2} for {3}, {4}.', numbers.other, other, numbers.base, base, numbers.ties);
}

function signTestTexts({ p, holmP }: RatingVerdict, { t, comparisons }: PreferenceSubject): string[] {
  const test = t('Sign test: {0}.', probabilityText(t, p));
  return holmP === undefined ? [test] : [test, holmText(t, comparisons, holmP)];
}

/** Says which model is preferred, or that nothing is clear; to be said of a verdict that there is, after who preferred it. */
function preferenceText(
  verdict: RatingVerdict,
  numbers: PreferredNumbers,
  subject: PreferenceSubject,
): string {
  const { kind, why, better, worse, p, holmP = p } = verdict;
  const { t, base, other, comparisons } = subject;
  if (better + worse === 0)
    return t('no clear preference. {0} and {1} are tied on all {2} prompts.', other, base, numbers.tied);
  const said = preferredText(verdict, numbers, subject);
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
function preferredText(
  verdict: RatingVerdict,
  numbers: PreferredNumbers,
  { t, base, other }: PreferenceSubject,
): string {
  const { better, worse, ties, share, low, high } = verdict;
  const isOther = better >= worse;
  const [name, wins, losses] = isOther
    ? [other, numbers.other, numbers.base]
    : [base, numbers.base, numbers.other];
  const [part, from, to] = isOther ? [share, low, high] : [1 - share, 1 - high, 1 - low];
  const percent = percentNumber(t, part);
  const said =
    ties === 0
      ? t('{0} is preferred {1} to {2}: in {3}%', name, wins, losses, percent)
      : t(
          '{0} is preferred {1} to {2} with {3}: in {4}% of the others',
          name,
          wins,
          losses,
          numbers.ties,
          percent,
        );
  return t('{0} (95% interval: {1} to {2}).', said, percentNumber(t, from), percentNumber(t, to));
}
