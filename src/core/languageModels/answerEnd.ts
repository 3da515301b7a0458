/** What came of an answer. */
export interface Came {
  hasText: boolean;
  hasReasoning: boolean;
  hasToolCalls: boolean;
}

/** Why an answer says nothing. */
export type Silence = 'limitReasoning' | 'limit' | 'filtered' | 'onlyReasoning' | 'empty';

/** VS Code says "no response" of an answer without text and tool calls: it has to end with a sentence that says why. */
export function silenceOf(
  { hasText, hasReasoning, hasToolCalls }: Came,
  reason: string | undefined,
): Silence | undefined {
  if (hasText || hasToolCalls) return undefined;
  if (reason === 'length') return hasReasoning ? 'limitReasoning' : 'limit';
  if (reason === 'content_filter') return 'filtered';
  return hasReasoning ? 'onlyReasoning' : 'empty';
}
