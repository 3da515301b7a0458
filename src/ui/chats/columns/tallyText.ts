import type { Logger } from '../../../api/index.ts';
import type { Question } from '../../../core/chats/columns/questions.ts';
import {
  bestCounts,
  countedVotes,
  type PairTally,
  tallyOf,
  type VotedModel,
} from '../../../core/chats/columns/tallies.ts';
import type { TallyStarts } from '../../../core/chats/columns/tallyStarts.ts';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import { signTest } from '../../../core/statistics/index.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';

/** Sums the votes in all kept chats for the models of one chat. */
export function tallyLines(store: Pick<ChatStore, 'list'>, starts: TallyStarts, log: Pick<Logger, 'warn'>) {
  /** The chats with their votes, as last counted. */
  let chats: readonly Pick<Conversation, 'id' | 'votes'>[] = [];
  return {
    /** Reads all votes. Call when a chat is about to show them. */
    async count(): Promise<void> {
      // The command *All Votes* shows this error to the user.
      await starts.read().catch((error) => log.warn(failureLine('tallies.json could not be read', error)));
      chats = (await store.list()).map(({ id, votes }) => ({ id, votes }));
    },
    /**
     * Returns the line about votes on the models of a chat's columns, with the deployments that gave their last answers;
     * `undefined` without votes, for one column, and while models are hidden. The chat's own votes are taken from `conversation`,
     * since it may have newer ones than the disk.
     */
    line(conversation: Conversation, questions: readonly Question[], listed: ChatService['deployment']) {
      const { columns } = conversation;
      if (columns.length === 1 || hidesModels(conversation)) return undefined;
      const others = chats.filter(({ id }) => id !== conversation.id);
      const counted = countedVotes([...others, conversation].flatMap(({ votes }) => votes));
      const models = columns.map((column): VotedModel => {
        const { id, connectionId, name } = column;
        const answers = questions.flatMap(({ cells }) => cells.get(id)?.answer ?? []);
        const last = answers.findLast((answer) => isSameModel(answer, column));
        const deployment = last ? last.deployment : listed(column);
        return { connectionId, name, ...(deployment && { deployment }) };
      });
      const pairs = models.flatMap((model, at) =>
        models.slice(at + 1).map((other) => [model, other] as const),
      );
      const now = counted.filter((vote) => !pairs.some((pair) => starts.isEarlier(vote, pair)));
      const [pair] = pairs;
      return pairs.length === 1 && pair
        ? pairLine(tallyOf(now, pair))
        : bestLine(bestCounts(now, models), models);
    },
  };
}

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
  if (most === 0) return tiesText(all);
  const leading = models.filter((_model, at) => best[at] === most).map(votedName);
  return t('{0} best in {1} of {2}', leading.join(', '), most, all);
}

/** Returns what votes on two models say, and how little that may mean. */
export function sumText(tally: PairTally): string {
  const { wins, ties } = tally;
  const isFew = wins[0] + wins[1] + ties < fewVotes;
  return [countsText(tally), isFew ? t('Too few votes to tell.') : chanceText(wins)]
    .filter(Boolean)
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

/** Says how often chance gives as large a difference between two equally good models; empty if there were only ties. */
function chanceText(wins: PairTally['wins']): string {
  if (wins[0] + wins[1] === 0) return '';
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
