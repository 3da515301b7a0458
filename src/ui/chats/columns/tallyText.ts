import type { Row } from '../../../core/chats/columns/rows.ts';
import {
  bestCounts,
  countedVotes,
  type PairTally,
  tallyOf,
  type VotedModel,
} from '../../../core/chats/columns/tallies.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import { plural, t } from '../../shared/text/t.ts';

/**
 * Returns the line about a chat's votes on the models of its columns, with the deployments that gave their last answers; `undefined`
 * without votes, for one column, and while models are hidden.
 */
export function tallyText(
  conversation: Conversation,
  rows: readonly Row[],
  listed: ChatService['deployment'],
): string | undefined {
  const { columns } = conversation;
  if (columns.length === 1 || hidesModels(conversation)) return undefined;
  const votes = countedVotes(conversation);
  const models = columns.map((column): VotedModel => {
    const { id, connectionId, name } = column;
    const answers = rows.flatMap(({ cells }) => cells.get(id)?.answer ?? []);
    const last = answers.findLast((answer) => isSameModel(answer, column));
    const deployment = last ? last.deployment : listed(column);
    return { connectionId, name, ...(deployment && { deployment }) };
  });
  const isPair = models.length === 2;
  const ofAll = isPair ? undefined : bestLine(bestCounts(votes, models), models);
  if (ofAll !== undefined) return ofAll;
  // Before there is a vote on all of them, those on two still stand.
  const pairs = models.flatMap((one, at) =>
    models.slice(at + 1).map((other) => tallyOf(votes, [one, other])),
  );
  const most = pairs.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
  return pairLine(most, !isPair);
}

function countOf({ wins, ties }: PairTally): number {
  return wins[0] + wins[1] + ties;
}

/** Returns a model's name with its revision, e.g. "support-tone-v7 (revision 4f2c9ab)". */
function votedName({ name, deployment }: VotedModel): string {
  const revision = deployment?.hubRevision;
  if (!revision) return cleanText(name, 80);
  return t('{0} (revision {1})', cleanText(name, 80), cleanText(revision).slice(0, 7));
}

/**
 * Returns the line about two models, e.g. "3 : 1, 1 tie for support-tone-v7 (revision 4f2c9ab)"; `undefined` without votes.
 * `areBothNamed`: it names the other one, too, since there are more.
 */
export function pairLine(tally: PairTally, areBothNamed = false): string | undefined {
  if (countOf(tally) === 0) return undefined;
  const { pair, wins, ties } = tally;
  const [first, second] = wins[0] >= wins[1] ? ([0, 1] as const) : ([1, 0] as const);
  const counts = t('{0} : {1}', wins[first], wins[second]);
  const line = ties > 0 ? `${counts}, ${tiesText(ties)}` : counts;
  if (wins[0] === wins[1]) return t('{0} for {1} and {2}', line, votedName(pair[0]), votedName(pair[1]));
  const name = votedName(pair[first]);
  return areBothNamed
    ? t('{0} for {1} over {2}', line, name, votedName(pair[second]))
    : t('{0} for {1}', line, name);
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

function tiesText(ties: number): string {
  return plural(ties, '1 tie', '{0} ties');
}
