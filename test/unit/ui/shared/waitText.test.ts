import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/serviceError.ts';
import type { RetryWait } from '../../../../src/api/types.ts';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { catalogMessage } from '../../../../src/ui/models/catalogText.ts';
import { waitSentence, waitText } from '../../../../src/ui/shared/errors/waitText.ts';
import { clockTime } from '../../../../src/ui/shared/text/time.ts';

const endpoint = 'GET /api/v1/lora';
const failedWith = (status?: number) =>
  new ServiceError(status === undefined ? 'network' : 'server', 'It failed.', { endpoint, status });

describe('The text for a wait', () => {
  it('says why, and for how many seconds', () => {
    const wait = (ms: number, status?: number): RetryWait => ({
      until: Date.now() + ms,
      error: failedWith(status),
    });
    const error = 'nswered with an error (500), trying again in 2 s';
    const texts: [wait: RetryWait, text: string, sentence: string][] = [
      [wait(8000, 503), 'Busy, trying again in 8 s', 'Acme is busy (503), trying again in 8 s.'],
      [wait(20, 429), 'Busy, trying again in 1 s', 'Acme is busy (429), trying again in 1 s.'],
      [wait(1500), "Can't reach it, trying again in 2 s", "Can't reach Acme, trying again in 2 s."],
      [wait(1500, 500), `A${error}`, `Acme a${error}.`],
    ];
    for (const [wait, text, sentence] of texts) {
      assert.deepEqual([waitText(wait), waitSentence(wait, 'Acme')], [text, sentence]);
    }
  });

  it('of an offline connection counts down to its next try', () => {
    const offline: Catalog = { ...emptyCatalog, state: 'offline', loadedAt: 1, error: { kind: 'network' } };
    const text = (retryAt?: number) =>
      catalogMessage(offline, 'Acme', retryAt)?.replace(/Showing the list from .*?M\./u, '…');
    assert.equal(text(), "Couldn't refresh (offline). …");
    assert.equal(text(Date.now() + 12_000), "Couldn't refresh (offline). … Retrying in 12 s.");
    assert.equal(text(Date.now() - 1), "Couldn't refresh (offline). … Retrying…");
  });

  it('of a service that names a time counts down from two minutes on, but not in a row', () => {
    const text = (retryAt: number, name?: string) => {
      const error = { kind: 'server', retryAt };
      return catalogMessage({ ...emptyCatalog, state: 'stale', loadedAt: 1, error }, name);
    };
    const now = Date.now();
    assert.match(text(now + 75_000, 'Acme') ?? '', /^Couldn't refresh \(the service asks to wait 75 s\)\./u);
    for (const [at, name] of [
      [now + 300_000, 'Acme'],
      [now - 1000, 'Acme'],
      [now + 75_000, undefined],
    ] as const)
      assert.ok(
        text(at, name)?.startsWith(`Couldn't refresh (the service asks to wait until ${clockTime(at)}). `),
      );
  });
});
