/**
 * Cuts a text into what the service calls tokens: about one word each, with the space before it, at most 16 characters
 * long, so that languages without spaces stream too. Joined, they are the text again.
 */
export function splitTokens(text: string): string[] {
  return text.match(/\s*\S{1,16}|\s+$/gu) ?? [];
}

export function countTokens(text: string): number {
  return splitTokens(text).length;
}
