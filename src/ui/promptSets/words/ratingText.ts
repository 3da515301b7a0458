import type { BlindRating } from '../../../core/promptSets/rate/blindRating.ts';
import type { ModelRatingVerdict } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import { fewestUnits } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { exactText, percentNumber, probabilityText } from './numbers.ts';
import type { VerdictSubject } from './verdictText.ts';

type RatingSubject = Pick<VerdictSubject, 'base' | 'other' | 'comparisons'>;

/** Says in words what the finished rounds of a run found. */
export function ratingTexts(
  verdicts: readonly ModelRatingVerdict[],
  names: readonly string[],
): RunPageVerdict[] {
  return verdicts.map((one) => ratingVerdictText(one, ratingSubject(verdicts, one, names)));
}

/** Returns the parts of *How This Is Computed* that are about ratings, as Markdown. */
export function ratingParts(verdicts: readonly ModelRatingVerdict[], names: readonly string[]): string[] {
  return verdicts.flatMap((one) => ratingPart(one, ratingSubject(verdicts, one, names)));
}

function ratingSubject(
  verdicts: readonly ModelRatingVerdict[],
  { model }: ModelRatingVerdict,
  names: readonly string[],
): RatingSubject {
  const comparisons = verdicts.filter(({ verdict }) => verdict.kind !== 'none').length;
  return { base: names[0] ?? '', other: names[model] ?? '', comparisons };
}

function ratingVerdictText({ verdict, model }: ModelRatingVerdict, subject: RatingSubject): RunPageVerdict {
  const { kind, p, holmP } = verdict;
  const text = saidText(verdict, subject);
  if (kind === 'none') return { model, kind, text };
  const test = [t('Sign test: {0}.', probabilityText(p))];
  if (holmP !== undefined)
    test.push(t('Adjusted for {0} comparisons (Holm): {1}.', subject.comparisons, probabilityText(holmP)));
  return { model, kind, text, test: test.join(' ') };
}

type RatingVerdict = ModelRatingVerdict['verdict'];

function saidText(verdict: RatingVerdict, { base, other, comparisons }: RatingSubject): string {
  const { kind, why, better, worse, ties, p, holmP = p } = verdict;
  const rated = better + worse + ties;
  if (kind === 'none')
    return plural(
      rated,
      'Rated blind: no verdict on {1}. Only {0} prompt was rated; it takes at least {2}.',
      'Rated blind: no verdict on {1}. Only {0} prompts were rated; it takes at least {2}.',
      other,
      fewestUnits,
    );
  if (better + worse === 0)
    return t(
      'Rated blind: no clear preference. {0} and {1} are tied on all {2} prompts.',
      other,
      base,
      rated,
    );
  const said = preferredText(verdict, { base, other });
  if (kind !== 'unclear') return t('Rated blind: {0}', said);
  if (why === 'exactTest')
    return t(
      'Rated blind: too close to call. The interval leaves out 50 %, but by the sign test it may be chance ({0}). {1}',
      probabilityText(p),
      said,
    );
  if (why === 'holm')
    return t(
      'Rated blind: unclear. As one of {0} comparisons it may be chance ({1}, adjusted). {2}',
      comparisons,
      probabilityText(holmP),
      said,
    );
  return t('Rated blind: no clear preference. {0}', said);
}

/** Says how often the one that was preferred was. */
function preferredText(
  verdict: RatingVerdict,
  { base, other }: Pick<RatingSubject, 'base' | 'other'>,
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

function ratingPart(one: ModelRatingVerdict, subject: RatingSubject): string[] {
  const { verdict, rated, skipped } = one;
  const { better, worse, ties, share, low, high, p } = verdict;
  const { text, test = '' } = ratingVerdictText(one, subject);
  const { base, other } = subject;
  const decided = better + worse;
  return [
    `## ${t('{0} beside {1}, rated blind', other, base)}`,
    `${text} ${test}`.trim(),
    t(
      'Each prompt was shown with both answers, without their names; its place in the order and its sides were drawn from a seed before the first was shown. Answers that read the same are left out.',
    ),
    [
      `| ${t('preferred')} | |`,
      '|---|---|',
      `| ${other.replaceAll('|', '\\|')} (b) | ${numberText(better)} |`,
      `| ${base.replaceAll('|', '\\|')} (c) | ${numberText(worse)} |`,
      `| ${t('neither')} | ${numberText(ties)} |`,
    ].join('\n'),
    t(
      '{0} prompts were rated, {1} skipped. Prompts of one group count once, as what most of them say.',
      numberText(rated),
      numberText(skipped),
    ),
    t(
      'The sign test (Dixon and Mood, 1946) leaves ties out: how often {0} fair coins fall at least as unevenly as {1} to {2}. The interval of the share b / (b + c) is Wilson’s. *Better* or *worse* takes both p < 0.05 and an interval without 50 %.',
      decided,
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

/** Its title stays in its language. */
export const ratingSource =
  'W. J. Dixon and A. M. Mood, “The statistical sign test”, Journal of the American Statistical Association 41 (1946), 557–566';

/** Returns, e.g., "24 of 60 rated, 3 skipped". */
export function ratingProgressText({ rated, skipped, of }: BlindRating['progress']): string {
  const said = t('{0} of {1} rated', numberText(rated), numberText(of));
  return skipped === 0 ? said : `${said}, ${t('{0} skipped', numberText(skipped))}`;
}

/** Returns what else is to be known of a round. */
export function ratingNotes(
  { same }: BlindRating['progress'],
  { repetitions, isNewRound }: { repetitions: number; isNewRound: boolean },
): string[] {
  const notes: string[] = [];
  if (isNewRound)
    notes.push(t('This is a new round. The verdict of the last one stands until you finish this one.'));
  if (same > 0)
    notes.push(
      plural(
        same,
        '1 prompt is left out, since both answers to it are the same.',
        '{0} prompts are left out, since both answers to them are the same.',
      ),
    );
  if (repetitions > 1) notes.push(t('Of repeated prompts, the first answer is rated.'));
  return notes;
}
