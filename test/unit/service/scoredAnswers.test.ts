import assert from 'node:assert/strict';
import { samplePrompts } from '../../service/samplePrompts.ts';
import { scoredAnswers } from '../../service/scoredAnswers.ts';

describe('Answers that are right or wrong', () => {
  it('are right with the stated probabilities, and independent of each other', () => {
    const answer = scoredAnswers(1, 0.15);
    const count = 20_000;
    const draws = Array.from({ length: count }, (_, at) => {
      const prompt = `Prompt ${at}: what is in quotes? "it"`;
      return { base: answer('base', false, prompt) === 'it', lora: answer('tone', true, prompt) === 'it' };
    });
    const share = (isMeant: (draw: { base: boolean; lora: boolean }) => boolean) =>
      draws.filter(isMeant).length / count;
    // Four standard errors.
    const within = 4 * Math.sqrt(0.25 / count);
    assert.ok(Math.abs(share(({ base }) => base) - 0.6) < within);
    assert.ok(Math.abs(share(({ lora }) => lora) - 0.75) < within);
    assert.ok(Math.abs(share(({ base, lora }) => base && lora) - 0.45) < within);
  });

  it('are drawn anew each time, the same for the same seed', () => {
    const draws = (seed: number) => {
      const answer = scoredAnswers(seed, 0);
      return Array.from({ length: 40 }, () => answer('base', false, 'Is it right?'));
    };
    assert.deepEqual(draws(1), draws(1));
    assert.notDeepEqual(draws(1), draws(2));
    assert.deepEqual(new Set(draws(1)), new Set(['right', 'I do not know.']));
  });

  it('are only those to sample prompts, unless all shall be', () => {
    const answer = scoredAnswers(1, undefined);
    assert.equal(answer('base', false, 'Name the department "sales"'), undefined);
    const prompts = samplePrompts()
      .trimEnd()
      .split('\n')
      .map((line): { prompt: string; expected: string } => JSON.parse(line));
    const right = (model: string, isLora: boolean) =>
      prompts.filter(({ prompt, expected }) => answer(model, isLora, prompt) === expected).length;
    const [base, lora] = [right('llama-3-8b', false), right('support-tone-v7', true)];
    assert.ok(
      base > 100 && lora > base + 20 && lora < prompts.length,
      `${base} and ${lora} of ${prompts.length}`,
    );
  });
});
