const certificateCode =
  /^(?:CERT_|CRL_|ERR_CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UND_ERR_PRX_TLS)/;

/** A web server got plain HTTP where it expects TLS, and says so in a page. */
export const httpsExpected = 'HTTPS_EXPECTED';
/** A web server wants a client certificate, and says so in a page. */
export const certificateExpected = 'CLIENT_CERT_EXPECTED';

/** Nothing was sent, because certificates would not have been checked. */
export const certificatesUnchecked = 'CERTIFICATES_UNCHECKED';

/** True for Node's, OpenSSL's and Chromium's codes for TLS that could not be set up, or broke. */
export function isTlsCode(code: string): boolean {
  return (
    certificateCode.test(code) ||
    /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/.test(code) ||
    code === certificatesUnchecked
  );
}

/** True if the code says only that no known authority vouches for a certificate. */
export function isUnknownAuthority(code: string): boolean {
  return /^(?:UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|ERR_CERT_AUTHORITY_INVALID)/.test(code);
}

// OpenSSL's errors about the first bytes that come back. Its others may come after the request was written: with TLS 1.3,
// a server rejects a missing client certificate only then.
const firstAnswerCodes = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
]);

/** True if an error with this code can only come before any of the request was written. */
export function isHandshakeCode(code: string): boolean {
  return certificateCode.test(code) || firstAnswerCodes.has(code);
}

// OpenSSL's reasons (sslerr.h) by the number in "error:0A00042E:SSL routines:…". Node names them only when a read fails;
// when it was about to write, all have the code EPROTO.
const reasons = new Map([
  [0x0c6, 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  [0x102, 'ERR_SSL_UNSUPPORTED_PROTOCOL'],
  [0x10b, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [0x410, 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  [0x42e, 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
  [0x45c, 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
]);

/** The code behind EPROTO. */
export function openSslCode(message: string): string | undefined {
  const number = /error:0A([0-9A-F]{6}):/.exec(message)?.[1];
  return number === undefined ? undefined : reasons.get(Number.parseInt(number, 16));
}
