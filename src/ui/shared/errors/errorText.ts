import { ServiceError } from '../../../api/serviceError.ts';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';
import { type KeptError, keepError } from '../../../core/keptError.ts';
import { t } from '../text/t.ts';
import { clockTime } from '../text/time.ts';
import { describeProxy, transportSetting } from '../transportSetting.ts';
import { networkText } from './networkText.ts';
import { isUnencrypted, tlsText } from './tlsText.ts';

type ErrorAction = 'retry' | 'setApiKey' | 'chooseModel' | 'settings' | 'diagnose' | 'showLog';

/** An error in words: what happened, the service's own words below it, and possible actions. */
export interface ErrorText {
  text: string;
  detail: string | undefined;
  actions: ErrorAction[];
}

/** The only place that turns an error of the service into text and buttons. */
export function errorText(
  failure: ServiceError | KeptError,
  connection: Pick<Connection, 'name' | 'baseUrl'>,
  model?: string,
): ErrorText {
  const error = failure instanceof ServiceError ? keepError(failure) : failure;
  const { name } = connection;
  const detail = error.serverMessage;
  const status = error.status ?? '?';
  const say = (text: string, ...actions: ErrorAction[]): ErrorText => ({ text, detail, actions });
  switch (error.kind) {
    case 'noKey':
      return say(t('No API key for {0}.', name), 'setApiKey', 'retry');
    case 'unauthorized':
    case 'forbidden':
      return say(t('{0} refused the API key ({1}).', name, status), 'setApiKey', 'retry');
    case 'notFound':
      return model === undefined
        ? say(t('{0} has no such entry (404).', name), 'retry')
        : say(t("{0} doesn't know the model {1} (404).", name, model), 'retry', 'chooseModel');
    case 'rateLimited':
      return say(busyText(error, name), 'retry');
    case 'badRequest':
      // Refused by our own client: there is no answer to quote, and retrying would not help.
      if (error.code === 'INVALID_NAME' && error.status === undefined) {
        const text = t(
          '{0} can\'t be asked for this name: it has an empty, "." or ".." part, or a broken character, which a server or gateway may take for another model\'s path.',
          name,
        );
        return { text, detail: undefined, actions: ['chooseModel'] };
      }
      return {
        text: detail ?? t('{0} refused the request ({1}).', name, status),
        detail: detail && t('{0} answered {1}.', name, status),
        actions: ['settings', 'retry'],
      };
    case 'conflict':
      return say(t('{0} refused: the entry is in use or was changed ({1}).', name, status), 'retry');
    case 'server':
      return say(serverText(error, name), 'retry', 'diagnose', 'showLog');
    case 'tooLarge':
      return say(transportText(error, connection), 'retry', 'showLog');
    default:
      return say(transportText(error, connection), 'retry', 'diagnose', 'showLog');
  }
}

function serverText(error: KeptError, name: string): string {
  if (error.retryAt !== undefined) return busyText(error, name);
  const { status = 0 } = error;
  // Errors also come within a good answer.
  return status < 400
    ? t('{0} returned an error instead of an answer.', name)
    : t('{0} answered with an error ({1}).', name, status);
}

function busyText({ retryAt }: KeptError, name: string): string {
  return retryAt === undefined
    ? t('{0} is busy (429). Try again in a moment.', name)
    : t('{0} is busy and asks to wait until {1}.', name, clockTime(retryAt));
}

function transportText(error: KeptError, connection: Pick<Connection, 'name' | 'baseUrl'>): string {
  const host = hostOf(connection.baseUrl);
  switch (error.kind) {
    case 'network':
      return networkText(error.code, connection);
    case 'timeout':
      return error.code === 'connect'
        ? t("Can't reach {0}: the connection timed out.", host)
        : t('{0} did not answer in time.', host);
    case 'tls':
      return requestTlsText(error.code, connection);
    case 'redirect':
      return t('{0} redirects to another address. Redirects are not followed; check the base URL.', host);
    case 'tooLarge':
      if (error.status === 413) {
        return t('{0} refused: the request is too large (413). Start a new chat.', connection.name);
      }
      return t('{0} sent an answer that is too large to read.', host);
    default:
      return unreadableText(error.code, host);
  }
}

function unreadableText(code: string | undefined, host: string): string {
  if (code === 'HTML') {
    return t('{0} returned a web page instead of JSON. A sign-in page or proxy may be in the way.', host);
  }
  if (code === 'OTHER_NAME') {
    return t(
      '{0} answered with another model than the one asked for. A gateway on the way may be changing names: use a base URL that bypasses it.',
      host,
    );
  }
  if (code === 'NO_TEXT') return t('{0} sent an answer without any text.', host);
  return code !== undefined && /^HPE_/.test(code)
    ? t('{0} does not answer in HTTP ({1}). Check the base URL and its port.', host, code)
    : t("{0} sent an answer that can't be read.", host);
}

/**
 * Explains a TLS failure of a request. With a proxy on the way, the error doesn't tell whose certificate or encryption is meant
 * unless one of the two has none; and it must never lead anyone to send the key without encryption.
 */
function requestTlsText(code: string | undefined, { baseUrl }: Pick<Connection, 'baseUrl'>): string {
  const host = hostOf(baseUrl);
  const { isProxied, isEncrypted, proxy = '', variable } = describeProxy(new URL(baseUrl), process.env);
  if (!isProxied || transportSetting.value === 'direct') return tlsText(code, host);
  if (isUnencrypted(code)) {
    return isEncrypted
      ? t(
          "Can't reach {0}: the proxy {1} or the service answers without encryption. Most proxies have an http: address, whatever the service's own: check {2}.",
          host,
          proxy,
          variable ?? 'http.proxy',
        )
      : t('{0} answers without encryption. Check the port in its base URL.', host);
  }
  if (!isEncrypted) return tlsText(code, host);
  // A service without encryption has no certificate.
  return baseUrl.startsWith('http:')
    ? t("Can't reach {0}. {1}", host, tlsText(code, t('the proxy {0}', proxy)))
    : tlsText(code, t('{0} or the proxy {1}', host, proxy));
}
