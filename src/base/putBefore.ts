/** Returns the draft of a message with `text`, which the user has not typed now, before it. */
export function putBefore(draft: string, text: string): string {
  return [text, draft].filter((part) => part.trim() !== '').join('\n\n');
}
