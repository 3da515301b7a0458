import type { NamedModel } from '../../models/modelKey.ts';
import type { Deployment, Vote } from '../tree/column.ts';

/** A model with its deployment, whichever columns it was compared in. */
export interface VotedModel extends NamedModel {
  deployment?: Deployment;
}

/** The sums of the votes on two models. */
export interface PairTally {
  pair: readonly [VotedModel, VotedModel];
  /** How often each of the pair was better. */
  wins: [number, number];
  ties: number;
  /** How many of these votes were blind. */
  blind: number;
}

/** Returns the votes that count: the last for each question and set of deployments, however many chats hold it; no imported ones. */
export function countedVotes(votes: readonly Vote[]): Vote[] {
  const own = votes.filter(({ isImported }) => !isImported).toSorted((a, b) => a.at - b.at);
  const last = new Map(
    own.map((vote) => [JSON.stringify([vote.ask, ...vote.among.map(deployedKey).sort()]), vote]),
  );
  return [...last.values()];
}

/**
 * Sums the votes on two models. With more than two columns, the best one beats each of the others, a tie is a tie of every pair,
 * and two that both lost are not compared. `votes`: the result of `countedVotes`.
 */
export function tallyOf(votes: readonly Vote[], pair: PairTally['pair']): PairTally {
  const tally: PairTally = { pair, wins: [0, 0], ties: 0, blind: 0 };
  const [first, second] = pair.map(deployedKey);
  for (const { best, among, isBlind } of votes) {
    const voted = new Set(among.map(deployedKey));
    if (first === undefined || second === undefined || !voted.has(first) || !voted.has(second)) continue;
    const winner = among.find(({ column }) => column === best);
    const key = winner && deployedKey(winner);
    if (best === undefined) tally.ties++;
    else if (key === first) tally.wins[0]++;
    else if (key === second) tally.wins[1]++;
    else continue;
    if (isBlind) tally.blind++;
  }
  return tally;
}

/** Sums the votes on each pair of models that was compared; each deployment of a model counts as a model. */
export function allTallies(votes: readonly Vote[]): PairTally[] {
  const pairs = new Map<string, PairTally['pair']>();
  for (const { among } of votes) {
    for (const [at, first] of among.entries()) {
      for (const second of among.slice(at + 1)) {
        if (deployedKey(first) !== deployedKey(second)) pairs.set(pairKey([first, second]), [first, second]);
      }
    }
  }
  return [...pairs.values()].map((pair) => tallyOf(votes, pair));
}

/** Returns the pairs of a model with every other that it was compared with, the model first. */
export function pairsWith(votes: readonly Vote[], model: VotedModel): PairTally['pair'][] {
  const key = deployedKey(model);
  const isMeant = (one: VotedModel) => deployedKey(one) === key;
  return allTallies(votes)
    .map(({ pair }) => (isMeant(pair[1]) ? ([pair[1], pair[0]] as const) : pair))
    .filter(([first]) => isMeant(first));
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

/** A key for a pair of models, the same in either order. */
export function pairKey(pair: PairTally['pair']): string {
  return JSON.stringify(pair.map(deployedKey).sort());
}

/** Two deployments are the same if the base and the revision are, or without a revision the time, or else the model's own name. */
function deployedKey({ connectionId, name, deployment = {} }: VotedModel): string {
  const { baseModelName = null, hubRevision, createdAt, modelName } = deployment;
  return JSON.stringify([connectionId, name, baseModelName, hubRevision ?? createdAt ?? modelName ?? null]);
}
