import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createHostTransport } from '../../../../src/api/index.ts';

const origin = 'https://a.example';

/** The error that Node throws if a system call fails. */
function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

function coded(code: string, message = 'no'): Error {
  return Object.assign(new Error(message), { code });
}

/** The failure that the host's transport throws if fetch throws this. */
async function failureOf(
  thrown: Error,
  hasAnsweredBefore = false,
): Promise<Error & { phase: unknown; code?: unknown }> {
  const answers = hasAnsweredBefore ? [Response.json([])] : [];
  const transport = createHostTransport(async () => answers.shift() ?? Promise.reject(thrown));
  const { signal } = new AbortController();
  const init = { method: 'DELETE', headers: {}, signal, connectMs: 1000, headersMs: 1000 };
  if (hasAnsweredBefore) await transport(new URL(origin), init);
  const failure: unknown = await transport(new URL(origin), init).catch((error: unknown) => error);
  assert.ok(failure instanceof Error && 'phase' in failure, `not a TransportFailure: ${failure}`);
  return failure;
}

async function phaseOf(thrown: Error, hasAnsweredBefore = false): Promise<unknown> {
  return (await failureOf(thrown, hasAnsweredBefore)).phase;
}

const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

describe('The phase of a failed fetch', () => {
  const bySyscall = {
    connect: [
      ...['ECONNREFUSED connect', 'EHOSTUNREACH connect', 'ENETUNREACH connect', 'ENETDOWN connect'],
      ...['EADDRNOTAVAIL connect', 'ETIMEDOUT connect', 'ENOTFOUND getaddrinfo', 'EAI_AGAIN getaddrinfo'],
    ],
    sent: [
      ...['EHOSTUNREACH read', 'EHOSTDOWN read', 'ENETUNREACH read', 'ENETDOWN read', 'EADDRNOTAVAIL read'],
      ...['ECONNREFUSED read', 'ETIMEDOUT read', 'ENETDOWN write', 'EHOSTUNREACH write', 'ECONNRESET read'],
      // The server had accepted the connection already.
      'ECONNRESET connect',
    ],
  };
  for (const [phase, failures] of Object.entries(bySyscall)) {
    for (const failure of failures)
      it(`is "${phase}" for ${failure}`, async () => {
        const [code = '', syscall = ''] = failure.split(' ');
        assert.equal(await phaseOf(fetchFailed(systemError(code, syscall))), phase);
      });
  }

  it('does not depend on the message of an error', async () => {
    assert.equal(await phaseOf(fetchFailed(coded('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'))), 'sent');
    assert.equal(await phaseOf(fetchFailed(coded('EHOSTUNREACH', 'connect EHOSTUNREACH'))), 'sent');
  });

  it('is "connect" only if every address of a name fails to connect', async () => {
    const failed = (...errors: Error[]): Error =>
      fetchFailed(Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' }));
    const refused = systemError('ECONNREFUSED', 'connect');
    assert.equal(await phaseOf(failed(refused, systemError('ENETUNREACH', 'connect'))), 'connect');
    assert.equal(await phaseOf(failed(refused, systemError('ENETUNREACH', 'read'))), 'sent');
    assert.equal(await phaseOf(failed()), 'sent');
  });

  const byCode = {
    connect: [
      ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_CONN', 'UND_ERR_PRX_TLS', 'CERT_HAS_EXPIRED'],
      ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ],
    // These may come after the server got the request.
    sent: [
      ...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'],
      ...['EPROTO', 'ECONNRESET', 'UND_ERR_SOCKET'],
    ],
  };
  for (const [phase, codes] of Object.entries(byCode)) {
    for (const code of codes)
      it(`is "${phase}" for ${code}`, async () => {
        assert.equal(await phaseOf(fetchFailed(coded(code))), phase);
      });
  }

  const ofChromium = {
    connect: [
      ...['ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_TIMED_OUT', 'ERR_NAME_NOT_RESOLVED'],
      ...['ERR_PROXY_CONNECTION_FAILED', 'ERR_TUNNEL_CONNECTION_FAILED', 'ERR_CERT_AUTHORITY_INVALID'],
    ],
    sent: [
      ...['ERR_ADDRESS_UNREACHABLE', 'ERR_INTERNET_DISCONNECTED', 'ERR_NETWORK_CHANGED', 'ERR_TIMED_OUT'],
      'ERR_CONNECTION_RESET',
    ],
  };
  for (const [phase, codes] of Object.entries(ofChromium)) {
    for (const code of codes)
      it(`is "${phase}" for Chromium's ${code}, and "sent" once the origin has answered`, async () => {
        assert.equal(await phaseOf(new Error(`net::${code}`)), phase);
        assert.equal(await phaseOf(new Error(`net::${code}`), true), 'sent');
      });
  }
});

describe('What remains of a failed fetch', () => {
  const secret = 'pa55word-of-proxy';
  for (const [what, thrown, code] of [
    ['only a message', new Error(`getaddrinfo ENOTFOUND ${secret}`), undefined],
    ['nothing', new Error(''), undefined],
    ['a code and a message', coded('ENOTFOUND', `getaddrinfo ENOTFOUND ${secret}`), 'ENOTFOUND'],
    [
      'an invalid proxy address',
      Object.assign(coded('ERR_INVALID_URL'), { input: `http://a:${secret}@` }),
      'PROXY_ADDRESS',
    ],
    ['a cause', fetchFailed(coded('ECONNRESET', secret)), 'ECONNRESET'],
    ['several errors', fetchFailed(new AggregateError([coded('ECONNREFUSED', secret)])), 'ECONNREFUSED'],
    [
      'a refusal by a proxy',
      fetchFailed(new Error(`Proxy response (502) !== 200 of ${secret}`)),
      'PROXY_502',
    ],
    ['a 407', fetchFailed(new Error('Proxy response (407) !== 200')), 'PROXY_AUTH'],
  ] as const) {
    it(`is its code, but not its message: ${what}`, async () => {
      const failure = await failureOf(thrown);
      assert.equal(failure.code, code);
      assert.ok(!inspect(failure, { depth: null, showHidden: true }).includes(secret));
    });
  }
});
