import assert from 'node:assert/strict';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { catalogMessage, rowState } from '../../../../src/ui/models/catalogText.ts';
import { lora } from '../../core/fixtures.ts';

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', readOnly: true, allowHttp: false };
const listed = { ...emptyCatalog, loadedAt: Date.now(), loras: [lora('a'), lora('b')] };
const failed = (why: string) =>
  new RegExp(`^Couldn't refresh \\(${why}\\)\\. Showing the list from .+\\.$`, 'u');

describe('The line on a catalog', () => {
  const cases: [what: string, catalog: Catalog, message: RegExp | undefined, row: RegExp][] = [
    ['before the first list', emptyCatalog, undefined, /^read-only$/u],
    [
      'while that loads',
      { ...emptyCatalog, state: 'loading' },
      /^Loading models…$/u,
      /^Loading models… · read-only$/u,
    ],
    [
      'with the list of the last time',
      { ...listed, state: 'loading', isKept: true },
      /^Last refreshed .+\.$/u,
      /^2 models · Last refreshed .+ · read-only$/u,
    ],
    ['with a fresh list', { ...listed, state: 'fresh' }, undefined, /^2 models · read-only$/u],
    [
      'with entries that can’t be read',
      { ...listed, state: 'fresh', skipped: 3 },
      /^3 entries could not be read; see the log\.$/u,
      /^2 models · read-only$/u,
    ],
    [
      'after an error of the service',
      { ...listed, state: 'stale', error: { kind: 'server', status: 503 } },
      failed('the service answered 503'),
      /^2 models · Couldn't refresh \(the service answered 503\)\. .+ · read-only$/u,
    ],
    [
      'after an answer that can’t be read',
      { ...listed, state: 'stale', error: { kind: 'protocol' } },
      failed('the answer could not be read'),
      /could not be read/u,
    ],
    ['after a stop', { ...listed, state: 'stale', isStopped: true }, failed('stopped'), /stopped/u],
    [
      'of a service that asks to wait',
      { ...listed, state: 'stale', error: { kind: 'rateLimited', retryAt: Date.now() + 600_000 } },
      failed('the service asks to wait until .+'),
      /asks to wait until/u,
    ],
    [
      'while the service can’t be reached',
      { ...listed, state: 'offline', error: { kind: 'network' } },
      failed('offline'),
      /offline/u,
    ],
    [
      'while its certificate is not trusted',
      { ...listed, state: 'offline', error: { kind: 'tls' } },
      failed('its certificate is not trusted'),
      /not trusted/u,
    ],
    [
      'while certificates would not be checked',
      { ...listed, state: 'offline', error: { kind: 'tls', code: 'CERTIFICATES_UNCHECKED' } },
      failed('certificates would not be checked'),
      /not be checked/u,
    ],
    [
      'while there is no answer',
      { ...listed, state: 'offline', error: { kind: 'timeout' } },
      failed('no answer in time'),
      /no answer in time/u,
    ],
    ['without a list', { ...emptyCatalog, state: 'offline' }, undefined, /^offline · read-only$/u],
    ['without a key', { ...emptyCatalog, state: 'noKey' }, undefined, /^no API key · read-only$/u],
    [
      'with a refused key',
      { ...emptyCatalog, state: 'unauthorized', error: { kind: 'unauthorized', status: 403 } },
      undefined,
      /^refused the API key \(403\) · read-only$/u,
    ],
  ];
  for (const [what, catalog, message, row] of cases) {
    it(`is right ${what}, in the view and in a row`, () => {
      const said = catalogMessage(catalog);
      if (message) assert.match(said ?? '', message);
      else assert.equal(said, undefined);
      assert.match(rowState(acme, catalog).text, row);
    });
  }
});
