import assert from 'node:assert/strict';
import { mediansText } from '../../../../src/ui/chats/columns/pageColumns.ts';
import { sameText } from '../../../../src/ui/chats/columns/pageRows.ts';
import { bestLine, pairLine } from '../../../../src/ui/chats/columns/tallyText.ts';

describe('The words on same answers', () => {
  it('say whether all answers are the same, or which', () => {
    const say = (groups: string[][], count: number) => sameText(groups, count, false);
    assert.equal(say([['A', 'B']], 2), 'Both answers are the same.');
    assert.equal(say([['A', 'B', 'C']], 3), 'All answers are the same.');
    assert.equal(say([['A', 'C']], 3), 'A and C gave the same answer.');
    assert.equal(say([['A', 'B', 'D']], 4), 'A, B, and D gave the same answer.');
    const pairs = ['AC', 'BD'].map((pair) => [...pair]);
    assert.equal(say(pairs, 4), 'A and C gave the same answer. B and D gave the same answer.');
    assert.equal(say([], 2), undefined);
  });

  it('say what that can mean, if it can mean that', () => {
    const why = 'At temperature 0 this can mean that the adapter is not applied.';
    assert.equal(sameText([['A', 'B']], 2, true), `Both answers are the same. ${why}`);
    assert.equal(sameText([], 2, true), undefined);
  });
});

describe('The words on medians', () => {
  const of = (value: number, count = 5) => ({ value, count });
  const together = ' · measured while other answers were streaming';

  it('say each figure, and how many answers they are of', () => {
    const all = { ttftMs: of(440), tokensPerSecond: of(58.4), completionTokens: of(212.5) };
    const text = 'Median of 5 answers: 0.44 s to first token · 58 tokens/s · 213 tokens';
    assert.equal(mediansText({ ...all, isTogether: false }), text);
    assert.equal(mediansText({ ...all, isTogether: true }), text + together);
    const rate = { tokensPerSecond: of(8.25), isTogether: false };
    assert.equal(mediansText(rate), 'Median of 5 answers: 8.3 tokens/s');
    assert.equal(mediansText(undefined), undefined);
  });

  it('say the count of each figure if they differ', () => {
    const text = mediansText({ ttftMs: of(440, 4), completionTokens: of(212), isTogether: true });
    assert.equal(text, `Medians: 0.44 s to first token (of 4) · 212 tokens (of 5)${together}`);
  });
});

const base = { connectionId: 'acme', name: 'llama-3-8b' };
const tone = { connectionId: 'acme', name: 'support-tone-v7', deployment: { hubRevision: '4f2c9ab7d0' } };

describe('The line on votes', () => {
  const pair = [base, tone] as const;
  const line = (wins: [number, number], ties: number) => pairLine({ pair, wins, ties });

  it('names the better one of two, with the revision that was judged', () => {
    assert.equal(line([1, 3], 1), '3 : 1, 1 tie for support-tone-v7 (revision 4f2c9ab)');
    assert.equal(line([2, 0], 0), '2 : 0 for llama-3-8b');
    assert.equal(line([2, 2], 3), '2 : 2, 3 ties for llama-3-8b and support-tone-v7 (revision 4f2c9ab)');
    assert.equal(line([0, 0], 1), '0 : 0, 1 tie for llama-3-8b and support-tone-v7 (revision 4f2c9ab)');
    assert.equal(line([0, 0], 0), undefined);
  });

  it('names both of two where there are more', () => {
    const tally = { pair: [base, tone], wins: [1, 3], ties: 0 } as const;
    assert.equal(
      pairLine({ ...tally, wins: [1, 3] }, true),
      '3 : 1 for support-tone-v7 (revision 4f2c9ab) over llama-3-8b',
    );
    assert.equal(pairLine({ ...tally, wins: [0, 0] }, true), undefined);
  });

  it('says of three or four how often the best one was the best', () => {
    const models = [base, tone, { ...base, name: 'other' }];
    assert.equal(
      bestLine({ all: 9, best: [1, 5, 3] }, models),
      'support-tone-v7 (revision 4f2c9ab) best in 5 of 9',
    );
    assert.equal(bestLine({ all: 5, best: [2, 1, 2] }, models), 'llama-3-8b, other best in 2 of 5');
    assert.equal(bestLine({ all: 2, best: [0, 0, 0] }, models), '2 ties');
    assert.equal(bestLine({ all: 0, best: [0, 0, 0] }, models), undefined);
  });

  it('shows nothing of a name that would disturb it', () => {
    const odd = { ...base, name: 'to\u202ene\n' };
    assert.equal(pairLine({ pair: [odd, tone], wins: [1, 0], ties: 0 }), '1 : 0 for tone');
  });
});
