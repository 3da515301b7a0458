import assert from 'node:assert/strict';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { catalogMessage, rowState } from '../../../../src/ui/models/catalogText.ts';
import { connection, lora } from '../../core/fixtures.ts';

const acme = connection({ readOnly: true });
const listed = { ...emptyCatalog, loadedAt: Date.now(), loras: [lora('a'), lora('b')] };
const stale = (error: Catalog['error']): Catalog => ({ ...listed, state: 'stale', error });
const offline = (kind: string, code?: string): Catalog => ({
  ...{ ...listed, state: 'offline' },
  error: { kind, ...(code !== undefined && { code }) },
});

describe('The line on a catalog', () => {
  const none: Catalog = emptyCatalog;
  const kept: Catalog = { ...listed, state: 'loading', isKept: true };
  const skipped: Catalog = { ...listed, state: 'fresh', skipped: 3 };
  const refused: Catalog = { ...none, state: 'unauthorized', error: { kind: 'unauthorized', status: 403 } };
  const unread = /^3 entries could not be read; see the log\.$/u;
  const loading = /^Loading models… · read-only$/u;
  const last = /^2 models · Last refreshed .+ · read-only$/u;
  const whole = /^2 models · read-only$/u;
  const cases: [what: string, catalog: Catalog, message: RegExp | undefined, row: RegExp][] = [
    ['before the first list', none, undefined, /^read-only$/u],
    ['while that loads', { ...none, state: 'loading' }, /^Loading models…$/u, loading],
    ['with the list of the last time', kept, /^Last refreshed .+\.$/u, last],
    ['with a fresh list', { ...listed, state: 'fresh' }, undefined, whole],
    ["with entries that can't be read", skipped, unread, whole],
    ['without a list', { ...none, state: 'offline' }, undefined, /^offline · read-only$/u],
    ['without a key', { ...none, state: 'noKey' }, undefined, /^no API key · read-only$/u],
    ['with a refused key', refused, undefined, /^refused the API key \(403\) · read-only$/u],
  ];
  const waits = { kind: 'rateLimited', retryAt: Date.now() + 600_000 };
  const unchecked = offline('tls', 'CERTIFICATES_UNCHECKED');
  const failures: [what: string, catalog: Catalog, why: string][] = [
    ['after an error of the service', stale({ kind: 'server', status: 503 }), 'the service answered 503'],
    ["after an answer that can't be read", stale({ kind: 'protocol' }), 'the answer could not be read'],
    ['after a stop', { ...listed, state: 'stale', isStopped: true }, 'stopped'],
    ['of a service that asks to wait', stale(waits), 'the service asks to wait until .+'],
    ["while the service can't be reached", offline('network'), 'offline'],
    ['while its certificate is not trusted', offline('tls'), 'its certificate is not trusted'],
    ['while certificates would not be checked', unchecked, 'certificates would not be checked'],
    ['while there is no answer', offline('timeout'), 'no answer in time'],
  ];
  for (const [what, catalog, why] of failures) {
    const failed = `Couldn't refresh \\(${why}\\)\\. Showing the list from .+`;
    cases.push([
      what,
      catalog,
      new RegExp(`^${failed}\\.$`, 'u'),
      new RegExp(`^2 models · ${failed} · read-only$`, 'u'),
    ]);
  }
  for (const [what, catalog, message, row] of cases) {
    it(`is right ${what}, in the view and in a row`, () => {
      const said = catalogMessage(catalog);
      if (message) assert.match(said ?? '', message);
      else assert.equal(said, undefined);
      assert.match(rowState(acme, catalog).text, row);
    });
  }
});
