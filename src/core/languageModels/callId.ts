const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id for a tool call, of nine letters and digits: Mistral's API accepts no other form. */
export function newCallId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => letters[byte % letters.length])
    .join('');
}
