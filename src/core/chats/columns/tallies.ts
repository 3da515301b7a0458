import type { NamedModel } from '../../models/modelKey.ts';
import { type Deployment, deploymentKey, type Vote } from '../tree/column.ts';

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

/** Returns a chat's votes that count: the last for each question and set of deployments, and none that was imported. */
export function countedVotes(votes: readonly Vote[]): Vote[] {
  const own = votes.filter(({ isImported }) => !isImported).toSorted((a, b) => a.at - b.at);
  const last = new Map(
    own.map((vote) => [JSON.stringify([vote.ask, ...vote.among.map(deployedKey).sort()]), vote]),
  );
  return [...last.values()];
}

/** Sums the votes on two models. `votes`: the result of `countedVotes`. */
export function tallyOf(votes: readonly Vote[], pair: PairTally['pair']): PairTally {
  const tally: PairTally = { pair, wins: [0, 0], ties: 0 };
  const [first, second] = pair.map(deployedKey);
  for (const { best, among } of votes) {
    const voted = new Set(among.map(deployedKey));
    if (first === undefined || second === undefined || !voted.has(first) || !voted.has(second)) continue;
    const winner = among.find(({ column }) => column === best);
    const key = winner && deployedKey(winner);
    if (best === undefined) tally.ties++;
    else if (key === first) tally.wins[0]++;
    else if (key === second) tally.wins[1]++;
  }
  return tally;
}

/** Counts the votes on exactly these models and, in their order, how often each was the best. */
export function bestCounts(
  votes: readonly Vote[],
  models: readonly VotedModel[],
): { all: number; best: number[] } {
  const keys = models.map(deployedKey);
  const meant = votes.filter(({ among }) => {
    const voted = new Set(among.map(deployedKey));
    return voted.size === new Set(keys).size && keys.every((key) => voted.has(key));
  });
  const bestOf = ({ best, among }: Vote) => among.find(({ column }) => column === best);
  const winners = meant.flatMap((vote) => bestOf(vote) ?? []).map(deployedKey);
  return { all: meant.length, best: keys.map((key) => winners.filter((winner) => winner === key).length) };
}

function deployedKey({ connectionId, name, deployment = {} }: VotedModel): string {
  return JSON.stringify([connectionId, name, deploymentKey(deployment)]);
}
