import { t } from '../text/t.ts';

/** True if the server answered without encryption where TLS was expected. */
export function isUnencrypted(code: string | undefined): boolean {
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG';
}

/** Explains a TLS failure of `host` by its code from Node, OpenSSL or Chromium, and what to do next. */
export function tlsText(code = '?', host: string): string {
  const is = (...codes: string[]) => codes.includes(code);
  if (is('CERT_HAS_EXPIRED')) return t('The certificate of {0} has expired. Tell its administrator.', host);
  if (is('CERT_NOT_YET_VALID'))
    return t("The certificate of {0} is not valid yet. Check this machine's clock.", host);
  // Chromium has one code for both.
  if (is('ERR_CERT_DATE_INVALID'))
    return t("The certificate of {0} has expired or is not valid yet. Check this machine's clock.", host);
  if (is('ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'ERR_CERT_COMMON_NAME_INVALID'))
    return t('The certificate of {0} was made for another host. Check the base URL.', host);
  if (is('UND_ERR_PRX_TLS'))
    return t("Can't reach {0}: the proxy's certificate was made for another host. Check http.proxy.", host);
  if (is('CERTIFICATES_UNCHECKED'))
    return t(
      "Nothing was sent to {0}: VS Code's own network accepts any certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0. Unset that variable and restart VS Code.",
      host,
    );
  if (is('CERT_REVOKED', 'ERR_CERT_REVOKED'))
    return t('The certificate of {0} was revoked. Tell its administrator.', host);
  if (is('DEPTH_ZERO_SELF_SIGNED_CERT'))
    return t(
      "The certificate of {0} is self-signed. Install it in the system's store, or ask its administrator for another.",
      host,
    );
  if (
    is(
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'ERR_CERT_AUTHORITY_INVALID',
    )
  )
    return t(
      "The certificate of {0} is signed by an authority that this machine doesn't know. Install the authority's certificate in the system's store, or ask your administrator.",
      host,
    );
  if (is('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))
    return t(
      "The certificate of {0} leads to no authority that this machine knows. Install that authority's certificate in the system's store, or ask the administrator for the whole chain.",
      host,
    );
  if (isUnencrypted(code))
    return t('{0} answers without encryption. Check the port, or use http: in its base URL.', host);
  if (is('HTTPS_EXPECTED')) return t('{0} expects https:. Change the base URL.', host);
  if (
    is(
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
    )
  )
    return t('{0} offers only an outdated encryption. Tell its administrator.', host);
  if (
    is(
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'ERR_BAD_SSL_CLIENT_AUTH_CERT',
      'ERR_SSL_CLIENT_AUTH_CERT_NEEDED',
      'CLIENT_CERT_EXPECTED',
    )
  )
    return t('{0} requires a client certificate, which is not supported.', host);
  if (code.endsWith('_HANDSHAKE_FAILURE'))
    return t('{0} refused the encrypted connection. It may want a client certificate.', host);
  return /CERT|CRL|^(?:UNABLE|INVALID|PATH)_|^\?$/.test(code)
    ? t('The certificate of {0} is not trusted ({1}).', host, code)
    : t('The encrypted connection to {0} failed ({1}).', host, code);
}
