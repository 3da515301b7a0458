import assert from 'node:assert/strict';
import {
  type AnswerPair,
  separates,
  spread,
  type WeightsAnswer,
} from '../../../../src/core/weights/distance.ts';

const told = (...tokens: [string, number][]): WeightsAnswer => ({
  text: tokens.map(([token]) => token).join(''),
  tokens: tokens.map(([token, logprob]) => ({ token, logprob })),
});
const twice = (answer: WeightsAnswer): AnswerPair => ({ first: answer, second: answer });
const across = (one: WeightsAnswer, other: WeightsAnswer) => spread(twice(one), twice(other)).across;
const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 1e-9, `${value}`);

describe('The distance of two answers', () => {
  it('is the mean difference of the logprobs over what they have in common', () => {
    near(across(told(['a', -0.1], ['b', -0.3]), told(['a', -0.2], ['b', -0.7])), 0.25);
  });

  it('counts the first token that differs with the least by which it differs, and nothing after it', () => {
    const one = told(['a', -0.1], ['b', Math.log(0.9)], ['x', -3]);
    const other = told(['a', -0.1], ['c', Math.log(0.9)], ['x', -9]);
    // In the other answer, each had at most what 0.9 leaves.
    near(across(one, other), (Math.log(0.9) - Math.log(0.1)) / 2);
  });

  it('takes two tokens that were about as likely for hardly a difference', () => {
    near(across(told(['a', Math.log(0.5)]), told(['b', Math.log(0.5)])), 0);
  });

  it('is finite where a server says that a token was certain, or impossible', () => {
    near(across(told(['a', 0]), told(['b', 0])), 20);
    near(across(told(['a', -9999]), told(['b', -9999])), 0);
  });

  it('counts an end as a token', () => {
    near(across(told(['a', -0.1]), told(['a', -0.1], ['b', Math.log(0.9)])), Math.log(0.9 / 0.5) / 2);
  });

  it('is the share of the text after the common beginning where a server gives no logprobs', () => {
    const plain = (text: string) => ({ text });
    near(across(plain('abcd'), plain('abxy')), 0.5);
    near(across(plain('ab'), plain('abxy')), 0.5);
    near(across(plain(''), plain('')), 0);
    const { isByText } = spread(twice(told(['a', -1])), { first: plain('a'), second: plain('b') });
    assert.ok(isByText);
  });

  it('separates two models if the smallest between them is greater than each within them', () => {
    const a = (logprob: number) => told(['a', logprob]);
    assert.ok(separates(spread({ first: a(-0.1), second: a(-0.2) }, { first: a(-0.4), second: a(-0.5) })));
    assert.ok(!separates(spread({ first: a(-0.1), second: a(-0.3) }, { first: a(-0.4), second: a(-0.5) })));
    assert.ok(!separates(spread(twice(a(-0.1)), twice(a(-0.1)))));
  });
});
