/** What an answer contained. */
export interface Came {
  hasText: boolean;
  hasReasoning: boolean;
  hasToolCalls: boolean;
}

/** Why an answer has no text. */
export type NoTextReason = 'limitReasoning' | 'limit' | 'filtered' | 'onlyReasoning' | 'empty';

/**
 * Returns why an answer has neither text nor tool calls; `undefined` if it has some. VS Code shows "no response" for such an
 * answer, so it has to end with a sentence that says why.
 */
export function silenceOf(came: Came, reason: string | undefined): NoTextReason | undefined {
  const { hasText, hasReasoning, hasToolCalls } = came;
  if (hasText || hasToolCalls) return undefined;
  if (reason === 'length') return hasReasoning ? 'limitReasoning' : 'limit';
  if (reason === 'content_filter') return 'filtered';
  return hasReasoning ? 'onlyReasoning' : 'empty';
}
