import assert from 'node:assert/strict';
import { inspect } from 'node:util';

/** Everything that a value reveals; of an error also its causes and hidden properties. */
export function everythingOf(error: unknown): string {
  const shown = inspect(error, { depth: 20, showHidden: true, getters: true, maxStringLength: null });
  return `${shown}\n${error instanceof Error ? `${error.stack}${String(error.cause)}` : ''}\n${JSON.stringify(error)}`;
}

/** Fails if the text contains one of the secrets, in any case or in base64. */
export function assertNoneOf(secrets: readonly string[], text: string): void {
  for (const secret of secrets) {
    assert.equal(text.toLowerCase().includes(secret.toLowerCase()), false, 'a secret came out');
    assert.equal(text.includes(Buffer.from(secret).toString('base64').slice(0, 12)), false);
  }
}
