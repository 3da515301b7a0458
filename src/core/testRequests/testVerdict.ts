import type { TestAnswer } from './testRequest.ts';

/**
 * What a test request says about its model. `cut`: it began to answer, then the connection closed. `refused`: the service
 * rejected the request. `silent`: no answer for any other reason. `stopped`: by the user.
 */
type TestVerdict = 'answers' | 'cut' | 'silent' | 'refused' | 'stopped' | 'notAsked';

const refusals = new Set(['noKey', 'unauthorized', 'forbidden', 'badRequest', 'conflict', 'rateLimited']);

/** `undefined`: the model was not asked. */
export function verdictOf(answer: TestAnswer | undefined): TestVerdict {
  switch (answer?.state) {
    case undefined:
      return 'notAsked';
    case 'complete':
    case 'limit':
      return 'answers';
    case 'stopped':
      return 'stopped';
    case 'cut':
      return contentOf(answer) === '' ? 'silent' : 'cut';
    case 'failed':
      return refusals.has(answer.error?.kind ?? '') ? 'refused' : 'silent';
  }
}

/** Whether the service accepts no more requests with this key. */
export function isKeyRefused(answer: TestAnswer): boolean {
  return answer.error?.kind === 'unauthorized' || answer.error?.kind === 'noKey';
}

/** Whether two answers say the same; `undefined` if either is missing, empty or cut off. */
export function compareAnswers(one: TestAnswer, other: TestAnswer): 'same' | 'different' | undefined {
  if (!isComparable(one) || !isComparable(other)) return undefined;
  const [short, long] = contentOf(one).length <= contentOf(other).length ? [one, other] : [other, one];
  const isSame =
    contentOf(short) === contentOf(long) ||
    // One may have ended later because `max_tokens` was dropped.
    (short.state === 'limit' && contentOf(long).startsWith(contentOf(short)));
  return isSame ? 'same' : 'different';
}

/** Whether the answer can be compared with another. */
export function isComparable(answer: TestAnswer): boolean {
  return verdictOf(answer) === 'answers' && contentOf(answer) !== '';
}

/** Whether all were asked at temperature 0, which the service may refuse: otherwise equal models may differ by chance. */
export function isAtZero(...answers: readonly TestAnswer[]): boolean {
  return answers.every(({ droppedFields }) => !droppedFields.includes('temperature'));
}

function contentOf({ reasoning, text }: TestAnswer): string {
  return (reasoning + text).trim();
}
