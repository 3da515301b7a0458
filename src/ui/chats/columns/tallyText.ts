import * as vscode from 'vscode';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { signTest } from '../../../core/chats/columns/signTest.ts';
import { type Tally, talliesOf } from '../../../core/chats/columns/votes.ts';
import type { Column, Vote } from '../../../core/chats/tree/comparison.ts';

/** Fewer votes are not worth a test. */
const fewVotes = 10;

/** A smaller probability is not worth its digits. */
const rarestCases = 10_000;

/** Sums all votes on the columns' models: a text per two of them that were voted on, then how little that may mean. */
export function tallyText(votes: readonly Vote[], columns: readonly Column[]): string[] {
  const names = columnNames({ columns });
  const nameOf = (model: Tally['pair'][number]) =>
    names.get(columns.find((one) => isSame(one, model))?.id ?? '') ?? model.model;
  const tallies = talliesOf(votes, columns).filter((tally) => votesOf(tally) > 0);
  const texts = tallies.map((tally) => {
    const names = [nameOf(tally.pair[0]), nameOf(tally.pair[1])] as const;
    const chance = votesOf(tally) < fewVotes ? undefined : chanceText(tally);
    return [countsText(tally, names), chance].filter((text) => text !== undefined).join(' ');
  });
  const isFew = tallies.some((tally) => votesOf(tally) < fewVotes);
  return isFew ? [...texts, vscode.l10n.t('Few votes prove nothing.')] : texts;
}

function isSame(one: Tally['pair'][number], other: Tally['pair'][number]): boolean {
  return one.connectionId === other.connectionId && one.model === other.model;
}

function votesOf({ wins, ties }: Tally): number {
  return wins[0] + wins[1] + ties;
}

/** E.g. "support-tone-v7 was better 3 times, llama-3-8b once, 1 tie (2 of the 5 votes were blind)." The better one is first. */
function countsText({ wins, ties, blind }: Tally, names: readonly [string, string]): string {
  const [first, second] = wins[0] >= wins[1] ? ([0, 1] as const) : ([1, 0] as const);
  const count = wins[0] + wins[1] + ties;
  const parts =
    wins[first] === 0
      ? [vscode.l10n.t('Neither {0} nor {1} was better', names[0], names[1])]
      : [
          vscode.l10n.t('{0} was better {1}', names[first], timesText(wins[first])),
          vscode.l10n.t('{0} {1}', names[second], timesText(wins[second])),
        ];
  if (ties > 0) parts.push(ties === 1 ? vscode.l10n.t('1 tie') : vscode.l10n.t('{0} ties', ties));
  const line = parts.join(', ');
  const note = blindText(blind, count);
  return note === undefined ? `${line}.` : `${line} (${note}).`;
}

function timesText(count: number): string {
  if (count === 0) return vscode.l10n.t('never');
  if (count === 1) return vscode.l10n.t('once');
  return count === 2 ? vscode.l10n.t('twice') : vscode.l10n.t('{0} times', count);
}

function blindText(blind: number, count: number): string | undefined {
  if (blind === 0) return undefined;
  if (count === 1) return vscode.l10n.t('a blind vote');
  if (blind === count) return vscode.l10n.t('all {0} votes were blind', count);
  return blind === 1
    ? vscode.l10n.t('1 of the {0} votes was blind', count)
    : vscode.l10n.t('{0} of the {1} votes were blind', blind, count);
}

/** How often as large a difference comes about between two that are equally good; `undefined` if there were only ties. */
function chanceText({ wins }: Tally): string | undefined {
  if (wins[0] + wins[1] === 0) return undefined;
  const cases = 1 / signTest(...wins);
  if (cases < 1.5) return vscode.l10n.t('Chance alone explains a result like this.');
  if (cases > rarestCases) {
    return vscode.l10n.t('Chance alone would give a difference like this in fewer than 1 of 10,000 cases.');
  }
  return vscode.l10n.t(
    'Chance alone would give a difference like this in about 1 of {0} cases.',
    new Intl.NumberFormat(vscode.env.language, { maximumSignificantDigits: 2 }).format(Math.round(cases)),
  );
}
