import { createRandom, hashText } from './random.ts';

/** How probable it is that a base model answers a prompt right. */
export const baseRate = 0.6;

/**
 * Answers prompts right or wrong: a base model with probability 0.6, a LoRA with `better` more. Right is the text that the prompt has
 * last in double quotes, else "right". Each answer is an independent draw, which the seed, the model, the prompt and how often it
 * was asked before determine: the same whatever else is asked meanwhile.
 */
export function scoredAnswers(
  seed: number,
  better: number,
): (model: string, isLora: boolean, prompt: string) => string {
  const asked = new Map<string, number>();
  return (model, isLora, prompt) => {
    const key = JSON.stringify([model, prompt]);
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const draw = createRandom(hashText(`${seed}:${times}:${key}`))();
    const right = /"([^"]+)"[^"]*$/u.exec(prompt)?.[1] ?? 'right';
    return draw < baseRate + (isLora ? better : 0) ? right : 'I do not know.';
  };
}
