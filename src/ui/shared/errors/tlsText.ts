import { t } from '../text/t.ts';

/** True if the server answered without encryption where TLS was expected. */
export function isUnencrypted(code: string | undefined): boolean {
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG';
}

/** Explains a TLS failure of `host` by its code from Node, OpenSSL or Chromium, and what to do next. */
export function tlsText(code: string | undefined, host: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('The certificate of {0} has expired. Tell its administrator.', host);
    case 'CERT_NOT_YET_VALID':
      return t("The certificate of {0} is not valid yet. Check this machine's clock.", host);
    // Chromium has one code for both.
    case 'ERR_CERT_DATE_INVALID':
      return t("The certificate of {0} has expired or is not valid yet. Check this machine's clock.", host);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
    case 'ERR_CERT_COMMON_NAME_INVALID':
      return t('The certificate of {0} was made for another host. Check the base URL.', host);
    case 'UND_ERR_PRX_TLS':
      return t("Can't reach {0}: the proxy's certificate was made for another host. Check http.proxy.", host);
    case 'CERTIFICATES_UNCHECKED':
      return t(
        "Nothing was sent to {0}: VS Code's own network accepts any certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0. Unset that variable and restart VS Code.",
        host,
      );
    case 'CERT_REVOKED':
    case 'ERR_CERT_REVOKED':
      return t('The certificate of {0} was revoked. Tell its administrator.', host);
    default:
      return authorityText(code, host) ?? encryptionText(code, host);
  }
}

/** No authority known to this machine vouches for the certificate. */
function authorityText(code: string | undefined, host: string): string | undefined {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t(
        "The certificate of {0} is self-signed. Install it in the system's store, or ask its administrator for another.",
        host,
      );
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'ERR_CERT_AUTHORITY_INVALID':
      return t(
        "The certificate of {0} is signed by an authority that this machine doesn't know. Install the authority's certificate in the system's store, or ask your administrator.",
        host,
      );
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return t(
        "The certificate of {0} leads to no authority that this machine knows. Install that authority's certificate in the system's store, or ask the administrator for the whole chain.",
        host,
      );
    default:
      return undefined;
  }
}

function encryptionText(code: string | undefined, host: string): string {
  if (isUnencrypted(code)) {
    return t('{0} answers without encryption. Check the port, or use http: in its base URL.', host);
  }
  switch (code) {
    case 'HTTPS_EXPECTED':
      return t('{0} expects https:. Change the base URL.', host);
    case 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION':
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
    case 'ERR_SSL_VERSION_OR_CIPHER_MISMATCH':
      return t('{0} offers only an outdated encryption. Tell its administrator.', host);
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_BAD_SSL_CLIENT_AUTH_CERT':
    case 'ERR_SSL_CLIENT_AUTH_CERT_NEEDED':
    case 'CLIENT_CERT_EXPECTED':
      return t('{0} requires a client certificate, which is not supported.', host);
    default:
      break;
  }
  if (code !== undefined && /_HANDSHAKE_FAILURE$/.test(code)) {
    return t('{0} refused the encrypted connection. It may want a client certificate.', host);
  }
  return /CERT|CRL|^(?:UNABLE|INVALID|PATH)_/.test(code ?? 'CERT')
    ? t('The certificate of {0} is not trusted ({1}).', host, code ?? '?')
    : t('The encrypted connection to {0} failed ({1}).', host, code ?? '?');
}
