import type { bestCounts, PairTally, VotedModel } from '../../../core/chats/columns/tallies.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { signTest } from '../../../core/signTest.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';

/** With fewer votes, no test of significance is made. */
const fewVotes = 10;

/** Max number of cases that is named exactly. */
const rarestCases = 10_000;

/** Returns a model's name with its revision, e.g. "support-tone-v7 (revision 4f2c9ab)". */
export function votedName({ name, deployment }: VotedModel): string {
  const revision = deployment?.hubRevision;
  if (!revision) return cleanText(name, 80);
  return t('{0} (revision {1})', cleanText(name, 80), cleanText(revision).slice(0, 7));
}

/** Returns the line about two models, e.g. "3 : 1, 1 tie for support-tone-v7 (revision 4f2c9ab)"; `undefined` without votes. */
export function pairLine({ pair, wins, ties }: PairTally): string | undefined {
  if (wins[0] + wins[1] + ties === 0) return undefined;
  const [first, second] = wins[0] >= wins[1] ? ([0, 1] as const) : ([1, 0] as const);
  const counts = t('{0} : {1}', wins[first], wins[second]);
  const line = ties > 0 ? `${counts}, ${tiesText(ties)}` : counts;
  if (wins[0] === wins[1]) return t('{0} for {1} and {2}', line, votedName(pair[0]), votedName(pair[1]));
  return t('{0} for {1}', line, votedName(pair[first]));
}

/** Returns what votes say about the first of a pair, e.g. "better 8 : 1, 1 tie, on this revision"; `undefined` without votes. */
export function votesText({ pair: [model], wins, ties }: PairTally): string | undefined {
  const [won, lost] = wins;
  if (won + lost + ties === 0) return undefined;
  const parts = [
    won > lost
      ? t('better {0} : {1}', won, lost)
      : won < lost
        ? t('worse {0} : {1}', won, lost)
        : t('as good {0} : {1}', won, lost),
  ];
  if (ties > 0) parts.push(tiesText(ties));
  if (model.deployment?.hubRevision) parts.push(t('on this revision'));
  return parts.join(', ');
}

/** Returns the line about three or four models, e.g. "support-tone-v7 best in 5 of 9"; `undefined` without votes. */
export function bestLine(
  { all, best }: ReturnType<typeof bestCounts>,
  models: readonly VotedModel[],
): string | undefined {
  if (all === 0) return undefined;
  const most = Math.max(...best);
  const leading = models.filter((_model, at) => best[at] === most).map(votedName);
  if (most === 0) return tiesText(all);
  return t('{0} best in {1} of {2}', leading.join(', '), most, all);
}

/** Returns what votes on two models say, and how little that may mean. */
export function sumText(tally: PairTally): string {
  const { wins, ties } = tally;
  const isFew = wins[0] + wins[1] + ties < fewVotes;
  return [countsText(tally), isFew ? t('Too few votes to tell.') : chanceText(tally)]
    .filter((text) => text !== undefined)
    .join(' ');
}

/**
 * Returns, e.g., "support-tone-v7 was better 3 times, llama-3-8b once, 1 tie (2 of the 5 votes were blind)." Starts with the
 * better.
 */
function countsText({ pair, wins, ties, blind }: PairTally): string {
  const [first, second] = wins[0] >= wins[1] ? ([0, 1] as const) : ([1, 0] as const);
  const names = [cleanText(pair[0].name, 80), cleanText(pair[1].name, 80)] as const;
  const parts =
    wins[first] === 0
      ? [t('Neither {0} nor {1} was better', names[0], names[1])]
      : [
          t('{0} was better {1}', names[first], timesText(wins[first])),
          t('{0} {1}', names[second], timesText(wins[second])),
        ];
  if (ties > 0) parts.push(tiesText(ties));
  const line = parts.join(', ');
  const note = blindText(blind, wins[0] + wins[1] + ties);
  return note === undefined ? `${line}.` : `${line} (${note}).`;
}

function tiesText(ties: number): string {
  return plural(ties, '1 tie', '{0} ties');
}

function timesText(count: number): string {
  if (count === 0) return t('never');
  if (count === 1) return t('once');
  return count === 2 ? t('twice') : t('{0} times', count);
}

function blindText(blind: number, count: number): string | undefined {
  if (blind === 0) return undefined;
  if (count === 1) return t('a blind vote');
  if (blind === count) return t('all {0} votes were blind', count);
  return plural(blind, '1 of the {1} votes was blind', '{0} of the {1} votes were blind', count);
}

/** Says how often chance gives as large a difference between two equally good models; `undefined` if there were only ties. */
function chanceText({ wins }: PairTally): string | undefined {
  if (wins[0] + wins[1] === 0) return undefined;
  const cases = 1 / signTest(...wins);
  if (cases < 1.5) return t('Chance alone explains a result like this.');
  if (cases > rarestCases) {
    return t('A difference this large happens by chance less than 1 time in 10,000.');
  }
  return t(
    'A difference this large happens by chance about 1 time in {0}.',
    numberText(Math.round(cases), { maximumSignificantDigits: 2 }),
  );
}
