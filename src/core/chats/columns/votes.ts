import { type Column, type Comparison, maxVotes, type Vote } from '../tree/comparison.ts';
import type { Conversation } from '../tree/conversation.ts';
import { comparableQuestion, type Question } from './questions.ts';

/** A model, whichever columns it was compared in. */
export type VotedModel = Pick<Column, 'connectionId' | 'model'>;

/** What all votes say of two models. */
export interface Tally {
  pair: readonly [VotedModel, VotedModel];
  /** How often each of the pair was better. */
  wins: [number, number];
  ties: number;
  /** How many of these votes were blind. */
  blind: number;
}

/**
 * Returns the comparison with a vote on the last question, `best` being a column's id or `tie`; `undefined` if nothing can be
 * judged. The vote of a blind comparison is final, and reveals the names.
 */
export function withVote(conversation: Conversation, best: string): Comparison | undefined {
  const { comparison } = conversation;
  const question = comparableQuestion(conversation);
  if (!comparison || !question || comparison.blind === 'revealed') return undefined;
  const among = [...question.answers].flatMap(([column, answer]) =>
    answer ? [{ column, connectionId: answer.connectionId, model: answer.model, answer: answer.id }] : [],
  );
  if (best !== 'tie' && !among.some(({ column }) => column === best)) return undefined;
  const isBlind = comparison.blind === 'hidden';
  const vote: Vote = {
    ask: question.ask,
    ...(best !== 'tie' && { best }),
    among,
    ...(isBlind && { isBlind }),
    at: Date.now(),
  };
  const others = comparison.votes.filter(({ ask }) => ask !== question.ask);
  return { ...comparison, votes: [...others, vote].slice(-maxVotes), ...(isBlind && { blind: 'revealed' }) };
}

/** Returns the vote on a question if it judged the answers that are shown now. */
export function voteOn({ ask, answers }: Question, votes: readonly Vote[]): Vote | undefined {
  const vote = votes.find((one) => one.ask === ask);
  const isShown = vote?.among.every(
    ({ column, answer }) => answer === undefined || answers.get(column)?.id === answer,
  );
  return isShown ? vote : undefined;
}

/**
 * Sums the votes for each two of `models`, in their order. Of more than two columns, the best one beats each other one, and a
 * tie ties each two; nothing is said of two that lost. A question that stands in several chats, such as copies, counts once.
 */
export function talliesOf(votes: readonly Vote[], models: readonly VotedModel[]): Tally[] {
  const lastVotes = new Map(votes.toSorted((one, other) => one.at - other.at).map((one) => [one.ask, one]));
  const distinct = [...new Map(models.map((one) => [keyOf(one), one])).values()];
  return distinct.flatMap((one, at) =>
    distinct.slice(at + 1).map((other) => tallyOf([...lastVotes.values()], [one, other])),
  );
}

function tallyOf(votes: readonly Vote[], pair: Tally['pair']): Tally {
  const tally: Tally = { pair, wins: [0, 0], ties: 0, blind: 0 };
  const [one, other] = pair.map(keyOf);
  for (const { best, among, isBlind } of votes) {
    const voted = new Set(among.map(keyOf));
    if (one === undefined || other === undefined || !voted.has(one) || !voted.has(other)) continue;
    const winner = among.find(({ column }) => column === best);
    const key = winner && keyOf(winner);
    if (best === undefined) tally.ties++;
    else if (key === one) tally.wins[0]++;
    else if (key === other) tally.wins[1]++;
    else continue;
    if (isBlind) tally.blind++;
  }
  return tally;
}

function keyOf({ connectionId, model }: VotedModel): string {
  return JSON.stringify([connectionId, model]);
}
