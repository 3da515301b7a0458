import { createRandom, hashText } from './random.ts';
import { isPacked, quotedLast, sampleAnswer } from './samplePrompts.ts';

/** How probable it is that a base model answers a prompt right. */
export const baseRate = 0.6;

/** How much more often a LoRA is right about the generated sample prompts; the packed ones are fewer. */
const [sampleBetter, packedBetter] = [0.2, 0.3];

/** It passes no check of a sample prompt. */
export const wrongAnswer = 'I do not know.';

/**
 * Answers prompts right or wrong: a base model with probability 0.6, a LoRA with `better` more. Right is what a sample prompt expects,
 * else the text that the prompt has last in double quotes, else "right". Each answer is an independent draw, which the seed, the model,
 * the prompt and how often it was asked before determine: the same whatever else is asked meanwhile. Without `better`, only sample
 * prompts get such answers.
 */
export function scoredAnswers(
  seed: number,
  better: number | undefined,
): (model: string, isLora: boolean, prompt: string) => string | undefined {
  const asked = new Map<string, number>();
  return (model, isLora, prompt) => {
    const expected = sampleAnswer(prompt);
    if (better === undefined && expected === undefined) return undefined;
    const key = JSON.stringify([model, prompt]);
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const draw = createRandom(hashText(`${seed}:${times}:${key}`))();
    const right = expected ?? quotedLast(prompt) ?? 'right';
    return draw < baseRate + (isLora ? (better ?? (isPacked(prompt) ? packedBetter : sampleBetter)) : 0)
      ? right
      : wrongAnswer;
  };
}
