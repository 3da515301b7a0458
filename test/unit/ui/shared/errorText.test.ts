import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorKind } from '../../../../src/api/index.ts';
import { defined } from '../../../../src/base/defined.ts';
import type { KeptError } from '../../../../src/core/keptError.ts';
import { errorText } from '../../../../src/ui/shared/errors/errorText.ts';
import { loadSettings } from '../../../../src/ui/shared/settings.ts';

const acme = { name: 'Acme', baseUrl: 'https://models.acme.example:8443' };

/** A table that compiles only if it has every kind. */
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

function assertFit(error: KeptError, label: string): void {
  for (const model of [undefined, 'support-tone-v7']) {
    const { text, detail, actions } = errorText(error, acme, model);
    assert.match(text, /^(?:\p{Lu}|models\.acme).* .*\.$/u, `${label} is no sentence: ${text}`);
    assert.match(text, /Acme|models\.acme\.example:8443/u, `${label} names no service: ${text}`);
    assert.ok(actions.length > 0, `${label} offers nothing to do.`);
    assert.doesNotMatch(`${text} ${detail ?? ''}`, /undefined|null|\{\d\}|NaN|\[object/u);
  }
}

describe('The text for an error', () => {
  afterEach(() => set({}));

  /** The user's own values by their ids. */
  function set(values: Record<string, string>): void {
    loadSettings({
      getConfiguration: (section) => ({ inspect: (key) => ({ globalValue: values[`${section}.${key}`] }) }),
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    });
  }

  for (const [kind, status] of Object.entries(statuses)) {
    it(`is a sentence that names the service, and says what to do: ${kind}`, () => {
      assertFit(defined({ kind, status }), kind);
      assertFit({ kind }, `${kind} without a status`);
      assertFit(defined({ kind, status, code: 'SOME_CODE' }), `${kind} with a code`);
    });
  }

  it('exists for a kind that only a newer version knows', () => {
    assertFit({ kind: 'newKind', status: 299 }, 'newKind');
  });

  const next: [kind: ServiceErrorKind, code: string | undefined, expected: RegExp][] = [
    ['network', undefined, /^Can't reach/u],
    ['network', 'ENOTFOUND', /host name not found \(DNS\)/u],
    ['network', 'ECONNREFUSED', /was refused/u],
    ['network', 'ECONNRESET', /it closed the connection \(ECONNRESET\)/u],
    ['network', 'EHOSTUNREACH', /failed \(EHOSTUNREACH\)/u],
    ['network', 'PROXY_AUTH', /the proxy requires .* \(407\)\. Set them in http\.proxy/u],
    ['network', 'PROXY_UNREACHABLE', /the proxy does not answer\. Check it in http\.proxy/u],
    ['network', 'PROXY_403', /the proxy refused \(403\)\. Ask your administrator/u],
    [
      'network',
      'PROXY_401',
      /the proxy refused its user name and password \(401\)\. Check them in http\.proxy/u,
    ],
    [
      'network',
      'PROXY_ADDRESS',
      /http\.proxy is not a valid address\. Write @ : \/ # .* as %40 %3A %2F %23/u,
    ],
    ['network', 'PROXY_502', /the proxy couldn't connect to it \(502\)/u],
    ['timeout', 'connect', /the connection timed out/u],
    ['timeout', 'headers', /did not answer in time/u],
    ['tls', undefined, /not trusted \(\?\)/u],
    ['tls', 'CERT_HAS_EXPIRED', /has expired\. Tell its administrator/u],
    ['tls', 'CERT_NOT_YET_VALID', /not valid yet\. Check this machine's clock/u],
    ['tls', 'ERR_CERT_DATE_INVALID', /expired or .* clock/u],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', /another host\. Check the base URL/u],
    ['tls', 'UND_ERR_PRX_TLS', /proxy's certificate .* another host/u],
    ['tls', 'CERTIFICATES_UNCHECKED', /Nothing was sent .* Unset that variable and restart VS Code/u],
    ['tls', 'CERT_REVOKED', /was revoked/u],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed\. Install it/u],
    ['tls', 'SELF_SIGNED_CERT_IN_CHAIN', /authority that this machine doesn't know\. Install/u],
    ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /Install .* whole chain/u],
    ['tls', 'CERT_UNTRUSTED', /not trusted \(CERT_UNTRUSTED\)/u],
    ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER', /answers without encryption\. Check the port/u],
    ['tls', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /outdated encryption/u],
    ['tls', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /client certificate, which is not supported/u],
    ['tls', 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', /may want a client certificate/u],
    ['tls', 'ERR_SSL_BAD_RECORD', /failed \(ERR_SSL_BAD_RECORD\)/u],
    ['tls', 'HTTPS_EXPECTED', /expects https:\. Change the base URL/u],
    ['protocol', 'NO_TEXT', /without any text/u],
    ['protocol', 'HPE_INVALID', /does not answer in HTTP \(HPE_INVALID\)\. Check the base URL/u],
    ['protocol', 'HTML', /web page/u],
    ['protocol', 'OTHER_NAME', /another model than the one asked for\. .* base URL that bypasses it/u],
    ['protocol', undefined, /can't be read/u],
  ];
  for (const [kind, code, expected] of next) {
    it(`says why the service can’t be reached, and what to do next: ${kind} ${code}`, () => {
      const { text } = errorText(defined({ kind, code }), acme);
      assert.match(text, expected);
      assertFit(defined({ kind, code }), `${kind} ${code}`);
      assert.ok(text.length < 200, text);
    });
  }

  it('says why a name can’t be requested, and still reports a status of the service as such', () => {
    const error = { kind: 'badRequest', code: 'INVALID_NAME' };
    const { text, detail, actions } = errorText(error, acme);
    assert.match(text, /^Acme can't be asked for this name: it has an empty, "\." or "\.\." part/u);
    assert.deepEqual([detail, actions], [undefined, ['chooseModel']]);
    assertFit(error, 'INVALID_NAME');
    assert.equal(errorText({ ...error, status: 400 }, acme).text, 'Acme refused the request (400).');
  });

  it('differs for each of these reasons', () => {
    const texts = next.map(([kind, code]) => errorText(defined({ kind, code }), acme).text);
    assert.equal(new Set(texts).size, texts.length);
    for (const text of texts) assert.match(text, /models\.acme\.example:8443/u);
  });

  it('is the same for all codes of one reason, from Node and from Chromium', () => {
    for (const [kind, first, ...others] of [
      ['network', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_NAME_NOT_RESOLVED'],
      ['network', 'ECONNREFUSED', 'ERR_CONNECTION_REFUSED'],
      ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_CERT_COMMON_NAME_INVALID'],
      ['tls', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_CERT_AUTHORITY_INVALID'],
      ['tls', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_SSL_VERSION_OR_CIPHER_MISMATCH'],
    ] as const) {
      for (const code of others)
        assert.equal(errorText({ kind, code }, acme).text, errorText({ kind, code: first }, acme).text);
    }
  });

  it('suggests https: for a base URL with http:, except on this machine', () => {
    const text = (baseUrl: string) =>
      errorText({ kind: 'network', code: 'UND_ERR_SOCKET' }, { ...acme, baseUrl }).text;
    assert.match(text('http://models.acme.example:8443'), /may need https:/u);
    assert.doesNotMatch(text('https://models.acme.example:8443') + text('http://127.0.0.1:80'), /https:/u);
  });

  it('names the proxy, without its user', () => {
    set({ 'http.proxy': 'http://ada:canary-password@proxy.acme.example:3128' });
    for (const code of ['PROXY_AUTH', 'PROXY_UNREACHABLE', 'PROXY_403', 'PROXY_502']) {
      const { text } = errorText({ kind: 'network', code }, acme);
      assert.match(text, /the proxy proxy\.acme\.example:3128 /u);
      assert.doesNotMatch(text, /ada|canary/u);
    }
  });

  it('names the proxy too if the encryption may be its own, and never suggests http: for the key', () => {
    const tls = (code: string, baseUrl = acme.baseUrl) =>
      errorText({ kind: 'tls', code }, { ...acme, baseUrl }).text;
    const unencrypted = 'ERR_SSL_WRONG_VERSION_NUMBER';
    const selfSigned = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    set({ 'http.proxy': 'https://proxy.acme:3128' });
    assert.match(
      tls(unencrypted),
      /the proxy proxy\.acme:3128 or the service answers without .* check http\.proxy/u,
    );
    assert.match(
      tls(selfSigned),
      /^The certificate of models\.acme\.example:8443 or the proxy proxy\.acme:3128 is self-signed/u,
    );
    const plain = tls(selfSigned, 'http://models.acme.example:8443');
    assert.match(plain, /^Can't reach .*\. The certificate of the proxy proxy\.acme:3128 is self-signed/u);
    assert.doesNotMatch(tls(unencrypted), /base URL/u);
    const http = { 'http.proxy': 'http://proxy.acme:3128' };
    set(http);
    assert.match(
      tls(unencrypted),
      /^models\.acme\.example:8443 answers without encryption\. Check the port/u,
    );
    assert.doesNotMatch(tls(unencrypted), /http:/u);
    assert.doesNotMatch(tls(selfSigned), /proxy/u);
    set({ ...http, 'hostedModels.transport': 'direct' });
    assert.match(tls(unencrypted), /or use http: in its base URL/u);
  });

  it('of a 404 to a chat offers to try again, and claims nothing of the model', () => {
    const error = { kind: 'notFound', status: 404, serverMessage: 'Not Found' };
    assert.deepEqual(errorText(error, acme, 'support-tone-v7'), {
      text: "Acme doesn't know the model support-tone-v7 (404).",
      ...{ detail: 'Not Found', actions: ['retry', 'chooseModel'] },
    });
  });

  it('of a model that a server was not asked for, since it lists none of that name, has no status', () => {
    const { text, actions } = errorText({ kind: 'notFound' }, acme, 'support-tone-v7');
    assert.equal(text, "Acme doesn't list the model support-tone-v7.");
    assert.deepEqual(actions, ['retry', 'chooseModel']);
  });

  it('of an error within a good answer names no status', () => {
    const { text } = errorText({ kind: 'server', status: 200 }, acme);
    assert.equal(text, 'Acme returned an error instead of an answer.');
  });

  it('offers a diagnosis only if the network or the service is at fault', () => {
    const kinds = Object.keys(statuses).filter((kind) =>
      errorText({ kind, status: 500 }, acme).actions.includes('diagnose'),
    );
    assert.deepEqual(kinds, ['server', 'network', 'tls', 'timeout', 'redirect', 'protocol']);
    assert.deepEqual(errorText({ kind: 'timeout' }, acme).actions, ['retry', 'diagnose', 'showLog']);
  });

  it('quotes the service’s own message', () => {
    const serverMessage = 'The adapter is loading.';
    const { text, detail } = errorText({ kind: 'server', status: 503, serverMessage }, acme);
    assert.ok(`${text} ${detail}`.includes(serverMessage));
  });

  it('says until when a busy service asks to wait', () => {
    const at = new Date(2030, 0, 1, 10, 42).getTime();
    assert.match(errorText({ kind: 'rateLimited', status: 429, retryAt: at }, acme).text, /10:42/u);
    const overloaded = errorText({ kind: 'server', status: 503, retryAt: at }, acme).text;
    assert.match(overloaded, /^Acme is busy and asks to wait until .*10:42/u);
    const details = { endpoint: 'GET /api/v1/lora', status: 429, retryAfterMs: 5000 };
    const soon = new ServiceError('rateLimited', 'Too fast.', details);
    assert.match(errorText(soon, acme).text, /asks to wait until .*\d/u);
  });

  it('says a short wait in seconds that can be counted down, and no long or past one', () => {
    const wait = (kind: 'rateLimited' | 'server', inMs: number) =>
      errorText({ kind, status: 429, retryAt: Date.now() + inMs }, acme).wait;
    for (const kind of ['rateLimited', 'server'] as const) {
      const { text, inMs = 0 } = wait(kind, 30_000) ?? {};
      assert.equal(text, 'Acme is busy and asks to wait {0} s.');
      assert.ok(inMs > 20_000 && inMs <= 30_000);
      assert.equal(wait(kind, 200_000), undefined);
      assert.equal(wait(kind, -1), undefined);
    }
    assert.equal(errorText({ kind: 'rateLimited', status: 429 }, acme).wait, undefined);
  });
});
