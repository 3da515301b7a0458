import * as vscode from 'vscode';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';
import { chosenNetwork, describeProxy } from '../transportSetting.ts';
import { isUnencrypted, tlsText } from './tlsText.ts';

/**
 * Explains a TLS failure of a request. With a proxy on the way, the error doesn't tell whose certificate or encryption is meant
 * unless one of the two has none; and it must never lead anyone to send the key without encryption.
 */
export function requestTlsText(code: string | undefined, { baseUrl }: Pick<Connection, 'baseUrl'>): string {
  const host = hostOf(baseUrl);
  const { isProxied, isEncrypted, proxy = '', variable } = describeProxy(new URL(baseUrl), process.env);
  if (!isProxied || chosenNetwork() === 'direct') return tlsText(code, host);
  if (isUnencrypted(code)) {
    return isEncrypted
      ? vscode.l10n.t(
          "Can't reach {0}: the proxy {1} or the service answers without encryption. Most proxies have an http: address, whatever the service's own: check {2}.",
          host,
          proxy,
          variable ?? 'http.proxy',
        )
      : vscode.l10n.t('{0} answers without encryption. Check the port in its base URL.', host);
  }
  if (!isEncrypted) return tlsText(code, host);
  // A service without encryption has no certificate.
  return baseUrl.startsWith('http:')
    ? vscode.l10n.t("Can't reach {0}. {1}", host, tlsText(code, vscode.l10n.t('the proxy {0}', proxy)))
    : tlsText(code, vscode.l10n.t('{0} or the proxy {1}', host, proxy));
}
