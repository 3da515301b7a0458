import assert from 'node:assert/strict';
import type { Vote } from '../../src/core/chats/tree/comparison.ts';
import { mediansText } from '../../src/ui/chats/columns/mediansText.ts';
import { sameText } from '../../src/ui/chats/columns/sameText.ts';
import { tallyText } from '../../src/ui/chats/columns/tallyText.ts';
import { columnsOf, voteOn } from '../unit/core/chats/columns/columns.ts';

describe('The words on same answers', () => {
  const atZero = 'At temperature 0 this can mean that the adapter is not applied.';

  it('say whether all answers are the same, or which', () => {
    assert.equal(sameText([['A', 'B']], 2), `Both answers are the same. ${atZero}`);
    assert.equal(sameText([['A', 'B', 'C']], 3), `All answers are the same. ${atZero}`);
    assert.equal(sameText([['A', 'C']], 3), `A and C gave the same answer. ${atZero}`);
    assert.equal(sameText([['A', 'B', 'D']], 4), `A, B, and D gave the same answer. ${atZero}`);
    const pairs = [
      ['A', 'C'],
      ['B', 'D'],
    ];
    assert.equal(sameText(pairs, 4), `A and C gave the same answer. B and D gave the same answer. ${atZero}`);
    assert.equal(sameText([], 2), undefined);
  });
});

describe('The words on medians', () => {
  const of = (value: number, count = 5) => ({ value, count });

  it('say each figure, and how many answers they are of', () => {
    const all = {
      ttftMs: of(440),
      tokensPerSecond: of(58.4),
      completionTokens: of(212.5),
      isTogether: false,
    };
    assert.equal(mediansText(all), 'Median of 5 answers: 0.44 s to first token · 58 tokens/s · 213 tokens');
    assert.equal(
      mediansText({ ...all, isTogether: true }),
      'Median of 5 answers: 0.44 s to first token · 58 tokens/s · 213 tokens · measured together',
    );
    assert.equal(
      mediansText({ tokensPerSecond: of(8.25), isTogether: false }),
      'Median of 5 answers: 8.3 tokens/s',
    );
    assert.equal(mediansText(undefined), undefined);
  });

  it('say the count of each figure if they differ', () => {
    assert.equal(
      mediansText({ ttftMs: of(440, 4), completionTokens: of(212), isTogether: true }),
      'Medians: 0.44 s to first token (of 4) · 212 tokens (of 5) · measured together',
    );
  });
});

describe('The words on votes', () => {
  const two = ['llama-3-8b', 'support-tone-v7'];
  const votes = (best: number | undefined, count: number, more: Partial<Vote> = {}) =>
    Array.from({ length: count }, () => voteOn(two, best, more));
  const say = (...all: Vote[][]) => tallyText(all.flat(), columnsOf(...two));
  const few = 'Few votes prove nothing.';

  it('say how often which model was better, the better one first, and how many votes were blind', () => {
    assert.deepEqual(say(votes(1, 2, { isBlind: true }), votes(1, 1), votes(0, 1), votes(undefined, 1)), [
      'support-tone-v7 was better 3 times, llama-3-8b once, 1 tie (2 of the 5 votes were blind).',
      few,
    ]);
    assert.deepEqual(say(votes(0, 2), votes(undefined, 2), votes(1, 1, { isBlind: true })), [
      'llama-3-8b was better twice, support-tone-v7 once, 2 ties (1 of the 5 votes was blind).',
      few,
    ]);
    assert.deepEqual(say(votes(0, 1, { isBlind: true })), [
      'llama-3-8b was better once, support-tone-v7 never (a blind vote).',
      few,
    ]);
    assert.deepEqual(say(votes(0, 2, { isBlind: true })), [
      'llama-3-8b was better twice, support-tone-v7 never (all 2 votes were blind).',
      few,
    ]);
    assert.deepEqual(say(votes(undefined, 1)), [
      'Neither llama-3-8b nor support-tone-v7 was better, 1 tie.',
      few,
    ]);
    assert.deepEqual(say([]), []);
  });

  for (const [wins, losses, ties, chance] of [
    [5, 5, 0, 'Chance alone explains a result like this.'],
    [6, 4, 0, 'Chance alone explains a result like this.'],
    [7, 3, 0, 'Chance alone would give a difference like this in about 1 of 3 cases.'],
    [9, 1, 4, 'Chance alone would give a difference like this in about 1 of 47 cases.'],
    [20, 2, 0, 'Chance alone would give a difference like this in about 1 of 8,300 cases.'],
    [30, 0, 0, 'Chance alone would give a difference like this in fewer than 1 of 10,000 cases.'],
  ] as const) {
    it(`say for ${wins} : ${losses} what chance alone would do`, () => {
      const texts = say(votes(1, wins), votes(0, losses), votes(undefined, ties));
      assert.deepEqual([texts.length, texts[0]?.slice(texts[0].indexOf('. ') + 2)], [1, chance]);
    });
  }

  it('say nothing of chance if there are only ties', () => {
    assert.deepEqual(say(votes(undefined, 12)), [
      'Neither llama-3-8b nor support-tone-v7 was better, 12 ties.',
    ]);
  });

  it('have a text for each two models that were voted on, named as their columns, and one caution for all', () => {
    const models = ['base', 'tone', 'tone'];
    const columns = columnsOf(...models).map((one, at) =>
      at === 2 ? { ...one, connectionId: 'staging' } : one,
    );
    const among = columns.map(({ id: column, connectionId, model }) => ({ column, connectionId, model }));
    assert.deepEqual(tallyText([voteOn(models, 2, { among })], columns), [
      'tone (2) was better once, base never.',
      'tone (2) was better once, tone never.',
      few,
    ]);
  });
});
