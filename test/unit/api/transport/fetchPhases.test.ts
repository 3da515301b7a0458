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
  for (const [code, syscall, phase] of [
    ['ECONNREFUSED', 'connect', 'connect'],
    ['EHOSTUNREACH', 'connect', 'connect'],
    ['ENETUNREACH', 'connect', 'connect'],
    ['ENETDOWN', 'connect', 'connect'],
    ['EADDRNOTAVAIL', 'connect', 'connect'],
    ['ETIMEDOUT', 'connect', 'connect'],
    ['ENOTFOUND', 'getaddrinfo', 'connect'],
    ['EAI_AGAIN', 'getaddrinfo', 'connect'],
    ['EHOSTUNREACH', 'read', 'sent'],
    ['EHOSTDOWN', 'read', 'sent'],
    ['ENETUNREACH', 'read', 'sent'],
    ['ENETDOWN', 'read', 'sent'],
    ['EADDRNOTAVAIL', 'read', 'sent'],
    ['ECONNREFUSED', 'read', 'sent'],
    ['ETIMEDOUT', 'read', 'sent'],
    ['ENETDOWN', 'write', 'sent'],
    ['EHOSTUNREACH', 'write', 'sent'],
    ['ECONNRESET', 'read', 'sent'],
    // The server had accepted the connection already.
    ['ECONNRESET', 'connect', 'sent'],
  ] as const) {
    it(`is "${phase}" for ${code} from ${syscall}`, async () => {
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

  for (const [code, phase] of [
    ['UND_ERR_CONNECT_TIMEOUT', 'connect'],
    ['UND_ERR_PRX_CONN', 'connect'],
    ['UND_ERR_PRX_TLS', 'connect'],
    ['CERT_HAS_EXPIRED', 'connect'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'connect'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'connect'],
    // These may come after the server got the request.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'sent'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'sent'],
    ['EPROTO', 'sent'],
    ['ECONNRESET', 'sent'],
    ['UND_ERR_SOCKET', 'sent'],
  ] as const) {
    it(`is "${phase}" for ${code}`, async () => {
      assert.equal(await phaseOf(fetchFailed(coded(code))), phase);
    });
  }

  for (const [code, phase] of [
    ['ERR_CONNECTION_REFUSED', 'connect'],
    ['ERR_CONNECTION_TIMED_OUT', 'connect'],
    ['ERR_NAME_NOT_RESOLVED', 'connect'],
    ['ERR_PROXY_CONNECTION_FAILED', 'connect'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'connect'],
    ['ERR_CERT_AUTHORITY_INVALID', 'connect'],
    ['ERR_ADDRESS_UNREACHABLE', 'sent'],
    ['ERR_INTERNET_DISCONNECTED', 'sent'],
    ['ERR_NETWORK_CHANGED', 'sent'],
    ['ERR_TIMED_OUT', 'sent'],
    ['ERR_CONNECTION_RESET', 'sent'],
  ] as const) {
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
