import assert from 'node:assert/strict';
import {
  compareModels,
  type ModelAnswers,
  weightsVerdict,
} from '../../../../src/core/weights/weightsVerdict.ts';
import { createRandom } from '../../../service/random.ts';
import { adapterOf, base, say, type Weights } from './tinyModel.ts';

const prompts = Array.from({ length: 8 }, (_, at) => `prompt ${at}`);

function answersOf(
  weights: Weights,
  random: () => number,
  { noise = 0, hasLogprobs = true, maxTokens = 16 } = {},
): ModelAnswers {
  const once = (prompt: string) => {
    const { text, tokens } = say(weights, prompt, { noise, random, maxTokens });
    return hasLogprobs ? { text, tokens } : { text };
  };
  return { at: 0, answers: prompts.map((prompt) => ({ first: once(prompt), second: once(prompt) })) };
}

const none = { base: undefined, adapter: undefined };

describe('The verdict on weights', () => {
  const random = createRandom(7);

  it('is that a model is the same as itself, with and without noise', () => {
    for (const noise of [0, 0.01, 0.1]) {
      const [one, other] = [answersOf(base, random, { noise }), answersOf(base, random, { noise })];
      assert.notEqual(compareModels(one, other).is, 'differs');
    }
    assert.deepEqual(compareModels(answersOf(base, random), answersOf(base, random)).separating, 0);
  });

  it('is that an adapter differs, by logprobs and by texts', () => {
    for (const hasLogprobs of [true, false]) {
      const other = answersOf(adapterOf('tone', 2), random, { hasLogprobs });
      const found = compareModels(answersOf(base, random, { hasLogprobs }), other);
      assert.deepEqual([found.is, found.separating], ['differs', 8]);
      assert.ok(found.spreads.every(({ isByText }) => isByText === !hasLogprobs));
    }
  });

  it('says nothing where five to seven prompts separate', () => {
    const [own, tuned] = [answersOf(base, random), answersOf(adapterOf('tone'), random)];
    const mixed = (differing: number) => ({
      at: 0,
      answers: own.answers.map((pair, at) => (at < differing ? (tuned.answers[at] ?? pair) : pair)),
    });
    const found = [0, 4, 5, 7, 8].map((differing) => compareModels(own, mixed(differing)));
    assert.deepEqual(
      found.map(({ is }) => is),
      ['same', 'same', 'unclear', 'unclear', 'differs'],
    );
    assert.equal(found[2]?.why, 'some');
  });

  it('never takes models for the same that answer by chance, or with nothing', () => {
    const own = answersOf(base, random);
    assert.equal(compareModels(own, { ...own, isWarm: true }).why, 'warm');
    const empty = { at: 0, answers: own.answers.map(() => ({ first: { text: '' }, second: { text: ' ' } })) };
    assert.equal(compareModels(empty, empty).why, 'empty');
    assert.equal(compareModels({ at: 0, answers: [] }, own).is, 'same');
  });

  it('raises no false alarm in 1,000 healthy servers with noise', function () {
    this.timeout(120_000);
    const chance = createRandom(61);
    const alarms: string[] = [];
    let doubts = 0;
    for (let server = 0; server < 1000; server += 1) {
      const noise = 10 ** (-5 + 3 * chance());
      const weights = adapterOf(`adapter ${server}`, 1 + chance());
      const own: Weights = [[`base ${server}`, 4]];
      const tuned: Weights = [...own, ...weights.slice(1)];
      const test = () => ({
        base: answersOf(own, chance, { noise, maxTokens: 8 }),
        adapter: answersOf(tuned, chance, { noise, maxTokens: 8 }),
      });
      const { adapter, baseSince, adapterSince } = weightsVerdict(test(), test());
      if (adapter.is === 'same') alarms.push(`${server}: same`);
      if (adapter.is === 'unclear') doubts += 1;
      if (baseSince?.found.is === 'differs' || adapterSince?.found.is === 'differs')
        alarms.push(`${server}: otherwise`);
    }
    assert.deepEqual(alarms, []);
    assert.ok(doubts < 30, `${doubts} can't be told.`);
  });

  it('compares with an earlier test where there is one', () => {
    const now = { base: answersOf(base, random), adapter: answersOf(adapterOf('tone'), random) };
    const alone = weightsVerdict(now, none);
    assert.deepEqual([alone.baseSince, alone.adapterSince], [undefined, undefined]);
    const earlier = { base: { ...now.base, at: 1 }, adapter: { ...now.base, at: 2, isReloaded: true } };
    const { baseSince, adapterSince } = weightsVerdict(now, earlier);
    assert.deepEqual([baseSince?.at, baseSince?.isReloaded, baseSince?.found.is], [1, false, 'same']);
    assert.deepEqual(
      [adapterSince?.at, adapterSince?.isReloaded, adapterSince?.found.is],
      [2, true, 'differs'],
    );
  });
});
