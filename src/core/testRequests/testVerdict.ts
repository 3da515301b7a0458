import type { TestAnswer } from './testRequest.ts';

/**
 * What a test request tells of its model. `cut`: it began to answer, and the connection closed. `refused`: the service did
 * not take the request. `silent`: no answer, for whatever other reason. `stopped`: by the person.
 */
export type TestVerdict = 'answers' | 'cut' | 'silent' | 'refused' | 'stopped' | 'notAsked';

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

/** Whether the service takes no more requests with this key. */
export function isKeyRefused(answer: TestAnswer): boolean {
  return answer.error?.kind === 'unauthorized' || answer.error?.kind === 'noKey';
}

/** Whether two answers say the same; `undefined` where one of them is not there, has no text or was cut off. */
export function compareAnswers(one: TestAnswer, other: TestAnswer): 'same' | 'different' | undefined {
  if (!isComparable(one) || !isComparable(other)) return undefined;
  const [short, long] = contentOf(one).length <= contentOf(other).length ? [one, other] : [other, one];
  const isSame =
    contentOf(short) === contentOf(long) ||
    // One of them may have been ended later, where `max_tokens` was dropped.
    (short.state === 'limit' && contentOf(long).startsWith(contentOf(short)));
  return isSame ? 'same' : 'different';
}

/** Whether there is an answer to hold beside another one. */
export function isComparable(answer: TestAnswer): boolean {
  return verdictOf(answer) === 'answers' && contentOf(answer) !== '';
}

/** Both were asked at temperature 0, as far as the service takes it: else equal models may differ by chance. */
export function isAtZero(...answers: readonly TestAnswer[]): boolean {
  return answers.every(({ droppedFields }) => !droppedFields.includes('temperature'));
}

function contentOf({ reasoning, text }: TestAnswer): string {
  return (reasoning + text).trim();
}
