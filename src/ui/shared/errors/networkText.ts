import { isLoopback } from '../../../api/config/baseUrl.ts';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';
import { t } from '../text/t.ts';
import { describeProxy } from '../transportSetting.ts';

/** Explains by error code why a service can't be reached, and what to do next. */
export function networkText(code: string | undefined, { baseUrl }: Pick<Connection, 'baseUrl'>): string {
  const host = hostOf(baseUrl);
  switch (code) {
    case undefined:
      return t("Can't reach {0}.", host);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ERR_NAME_NOT_RESOLVED':
      return t("Can't reach {0}: host name not found (DNS).", host);
    case 'ECONNREFUSED':
    case 'ERR_CONNECTION_REFUSED':
      return t("Can't reach {0}: the connection was refused.", host);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'ERR_CONNECTION_RESET':
      // A server that expects encryption closes an unencrypted connection.
      return baseUrl.startsWith('http:') && !isLoopback(baseUrl)
        ? t(
            "Can't reach {0}: it closed the connection ({1}). It may need https: in its base URL.",
            host,
            code,
          )
        : t("Can't reach {0}: it closed the connection ({1}).", host, code);
    default:
      return /^PROXY_/.test(code)
        ? proxyText(code, host, baseUrl)
        : t("Can't reach {0}: the connection failed ({1}).", host, code);
  }
}

function proxyText(code: string, host: string, baseUrl: string): string {
  const { proxy, variable } = describeProxy(new URL(baseUrl), process.env);
  const name = proxy === undefined ? t('the proxy') : t('the proxy {0}', proxy);
  // Where its address was read from, and with it the user name and password.
  const place = variable ?? 'http.proxy';
  const texts: Readonly<Record<string, string>> = {
    PROXY_ADDRESS: t(
      "Can't reach {0}: {1} is not a valid address. Write @ : / # in its password as %40 %3A %2F %23.",
      host,
      place,
    ),
    PROXY_401: t(
      "Can't reach {0}: {1} refused its user name and password (401). Check them in {2}.",
      host,
      name,
      place,
    ),
    PROXY_AUTH: t(
      "Can't reach {0}: {1} requires a user name and password (407). Set them in {2}.",
      host,
      name,
      place,
    ),
    PROXY_UNREACHABLE: t("Can't reach {0}: {1} does not answer. Check it in {2}.", host, name, place),
    PROXY_CLOSED: t(
      "Can't reach {0}: {1} closed the connection without an answer. If it expects encryption, write its address in {2} with https:.",
      host,
      name,
      place,
    ),
  };
  const status = code.slice('PROXY_'.length);
  const refused = status.startsWith('5')
    ? t("Can't reach {0}: {1} couldn't connect to it ({2}).", host, name, status)
    : t("Can't reach {0}: {1} refused ({2}). Ask your administrator.", host, name, status);
  return texts[code] ?? refused;
}
