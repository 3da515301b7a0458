import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorKind } from '../../src/api/index.ts';
import { type DescribedError, errorText } from '../../src/ui/errors/errorText.ts';
import { canaryKey } from '../e2e/canary.ts';
import type { Fault } from '../service/service.ts';
import { useWorld } from './support/world.ts';

const acme = { name: 'Acme', baseUrl: 'https://models.acme.example:8443' };

/** A table that does not compile when a kind is missing. */
const statuses: Record<ServiceErrorKind, number | undefined> = {
  noKey: undefined,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  badRequest: 400,
  rateLimited: 429,
  server: 503,
  network: undefined,
  tls: undefined,
  timeout: undefined,
  redirect: 302,
  protocol: 200,
  tooLarge: 200,
};

function assertFit(error: DescribedError, label: string): void {
  for (const model of [undefined, 'support-tone-v7']) {
    const { text, detail, actions } = errorText(error, acme, model);
    assert.match(text, /^(?:\p{Lu}|models\.acme).* .*\.$/u, `${label} is no sentence: ${text}`);
    assert.match(text, /Acme|models\.acme\.example:8443/u, `${label} names no service: ${text}`);
    assert.ok(actions.length > 0, `${label} offers nothing to do.`);
    assert.doesNotMatch(`${text} ${detail ?? ''}`, /undefined|null|\{\d\}|NaN|\[object/u);
  }
}

describe('the words for an error', () => {
  for (const [kind, status] of Object.entries(statuses)) {
    it(`are a sentence that names the service, and something to do: ${kind}`, () => {
      assertFit({ kind, status }, kind);
      assertFit({ kind }, `${kind} without a status`);
      assertFit({ kind, status, code: 'SOME_CODE' }, `${kind} with a code`);
    });
  }

  it('are there for a kind that only a newer version knows', () => {
    assertFit({ kind: 'newKind', status: 299 }, 'newKind');
  });

  it('tell the reasons apart why a service is out of reach', () => {
    const codes = ['ENOTFOUND', 'ECONNREFUSED', 'PROXY_AUTH', 'ECONNRESET', undefined];
    const texts = codes.map((code) => errorText({ kind: 'network', code }, acme).text);
    texts.push(errorText({ kind: 'timeout', code: 'connect' }, acme).text);
    texts.push(errorText({ kind: 'timeout', code: 'headers' }, acme).text);
    for (const code of [
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      undefined,
    ])
      texts.push(errorText({ kind: 'tls', code }, acme).text);
    assert.equal(new Set(texts).size, texts.length);
    for (const text of texts) assert.match(text, /models\.acme\.example:8443/u);
  });

  it('carry the service’s own words beside ours', () => {
    const serverMessage = 'The adapter is loading.';
    const { text, detail } = errorText({ kind: 'server', status: 503, serverMessage }, acme);
    assert.ok(`${text} ${detail}`.includes(serverMessage));
  });

  it('say until when a busy service asks to wait', () => {
    const at = new Date(2030, 0, 1, 10, 42).getTime();
    assert.match(errorText({ kind: 'rateLimited', status: 429, retryAt: at }, acme).text, /10:42/u);
    const soon = errorText({ kind: 'rateLimited', status: 429, retryAfterMs: 5000 }, acme).text;
    assert.match(soon, /asks to wait until .*\d/u);
  });
});

describe('the words for what the service really did', () => {
  const world = useWorld();
  const echo = { error: { message: `Bad key ${canaryKey}; got "Bearer ${canaryKey}"`, code: canaryKey } };
  const noRetry = { 'x-should-retry': 'false', 'x-request-id': canaryKey };
  const faults: [string, Fault][] = [
    ...[302, 400, 401, 403, 404, 409, 422, 429, 500, 503].map((status): [string, Fault] => [
      `status ${status} that echoes the key`,
      {
        kind: 'status',
        status,
        on: '*',
        body: echo,
        headers: { ...noRetry, location: `https://evil.example/?k=${canaryKey}` },
      },
    ]),
    ['no JSON, but the key', { kind: 'body', on: '*', body: `key=${canaryKey}` }],
    ['a page of a portal', { kind: 'body', on: '*', body: `<p>${canaryKey}</p>`, contentType: 'text/html' }],
  ];

  for (const [label, fault] of faults) {
    it(`hold the key nowhere: ${label}`, async () => {
      const { service, clients, connection, log } = world();
      service.fail(fault);
      const error: unknown = await clients
        .for(connection)
        .getLora('support-tone-v7')
        .then(() => undefined)
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError);
      assertFitWithoutKey(error);
      assert.ok(!log.lines.join('\n').includes(canaryKey));
    });
  }

  function assertFitWithoutKey(error: ServiceError): void {
    const { connection } = world();
    const words = JSON.stringify([errorText(error, connection), errorText(error, connection, 'tone')]);
    const all = [
      words,
      error.message,
      error.stack,
      error.requestId,
      error.code,
      error.serverMessage,
      error.cause,
    ];
    for (const one of all) assert.ok(!String(one).includes(canaryKey), String(one));
  }
});
