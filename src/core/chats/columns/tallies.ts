import type { NamedModel } from '../../models/modelKey.ts';
import { type Deployment, deploymentKey } from '../tree/column.ts';
import type { Answer, Conversation } from '../tree/conversation.ts';

/** A model with its deployment, whichever columns it was compared in. */
export interface VotedModel extends NamedModel {
  deployment?: Deployment;
}

/** The sums of a chat's votes on two models. */
export interface PairTally {
  pair: readonly [VotedModel, VotedModel];
  /** How often each of the pair was better. */
  wins: [number, number];
  ties: number;
}

/** A vote with its answers; without `best` a tie. */
interface CountedVote {
  best?: Answer | undefined;
  among: readonly Answer[];
}

/** Returns a chat's votes that count: the last for each question and set of deployments, none that was imported or whose answers are gone. */
export function countedVotes({ votes, answers }: Pick<Conversation, 'votes' | 'answers'>): CountedVote[] {
  const last = new Map<string, CountedVote>();
  for (const { question, best, among: ids, isImported } of votes.toSorted((a, b) => a.at - b.at)) {
    const among = ids.flatMap((id) => answers.get(id) ?? []);
    const winner = among.find(({ column }) => column === best);
    // A best column that is not among the answers can only come from a damaged file.
    if (isImported || among.length < ids.length || (best !== undefined && !winner)) continue;
    last.set(JSON.stringify([question, ...among.map(deployedKey).sort()]), { best: winner, among });
  }
  return [...last.values()];
}

/** Sums the votes on two models. */
export function tallyOf(votes: readonly CountedVote[], pair: PairTally['pair']): PairTally {
  const tally: PairTally = { pair, wins: [0, 0], ties: 0 };
  const [first, second] = pair.map(deployedKey);
  for (const { best, among } of votes) {
    const voted = new Set(among.map(deployedKey));
    if (first === undefined || second === undefined || !voted.has(first) || !voted.has(second)) continue;
    if (!best) tally.ties++;
    else if (deployedKey(best) === first) tally.wins[0]++;
    else if (deployedKey(best) === second) tally.wins[1]++;
  }
  return tally;
}

/** Counts the votes on exactly these models and, in their order, how often each was the best. */
export function bestCounts(
  votes: readonly CountedVote[],
  models: readonly VotedModel[],
): { all: number; best: number[] } {
  const keys = models.map(deployedKey);
  const meant = votes.filter(({ among }) => {
    const voted = new Set(among.map(deployedKey));
    return voted.size === new Set(keys).size && keys.every((key) => voted.has(key));
  });
  const winners = meant.flatMap(({ best }) => best ?? []).map(deployedKey);
  return { all: meant.length, best: keys.map((key) => winners.filter((winner) => winner === key).length) };
}

function deployedKey({ connectionId, name, deployment = {} }: VotedModel): string {
  return JSON.stringify([connectionId, name, deploymentKey(deployment)]);
}
