import assert from 'node:assert/strict';
import { inspect } from 'node:util';

/** Everything that an error, its causes and hidden properties say. */
export function everythingOf(error: unknown): string {
  const shown = inspect(error, { depth: 20, showHidden: true, getters: true, maxStringLength: null });
  return `${shown}\n${error instanceof Error ? `${error.stack}${String(error.cause)}` : ''}\n${JSON.stringify(error)}`;
}

/** Neither as it is, in whatever case, nor in base64. */
export function assertNoneOf(secrets: readonly string[], text: string): void {
  for (const secret of secrets) {
    assert.equal(text.toLowerCase().includes(secret.toLowerCase()), false, 'a secret came out');
    assert.equal(text.includes(Buffer.from(secret).toString('base64').slice(0, 12)), false);
  }
}
