import { ServiceError } from '../../../api/serviceError.ts';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';
import { type KeptError, keepError } from '../../../core/keptError.ts';
import { t } from '../text/t.ts';
import { clockTime } from '../text/time.ts';
import { describeProxy, transportSetting } from '../transportSetting.ts';
import { networkText } from './networkText.ts';
import { isUnencrypted, tlsText } from './tlsText.ts';
import { longMs } from './waitText.ts';

type ErrorAction = 'retry' | 'setApiKey' | 'chooseModel' | 'settings' | 'diagnose' | 'showLog';

/** An error in words: what happened, the service's own words below it, and possible actions. */
export interface ErrorText {
  text: string;
  detail: string | undefined;
  actions: ErrorAction[];
  /** The same text for a short wait that somebody counts down: `{0}` stands for the seconds left, of `inMs` now. */
  wait?: { text: string; inMs: number };
}

/** The only place that turns an error of the service into text and buttons. */
export function errorText(
  failure: ServiceError | KeptError,
  connection: Pick<Connection, 'name' | 'baseUrl'>,
  model?: string,
): ErrorText {
  const error = failure instanceof ServiceError ? keepError(failure) : failure;
  const { name } = connection;
  const { code, serverMessage: detail, status = '?' } = error;
  const host = () => hostOf(connection.baseUrl);
  const say = (text: string, ...actions: ErrorAction[]): ErrorText => ({ text, detail, actions });
  const failed = (text: string) => say(text, 'retry', 'diagnose', 'showLog');
  switch (error.kind) {
    case 'noKey':
      return say(t('No API key for {0}.', name), 'setApiKey', 'retry');
    case 'unauthorized':
    case 'forbidden':
      return say(t('{0} refused the API key ({1}).', name, status), 'setApiKey', 'retry');
    case 'notFound':
      return model === undefined
        ? say(t('{0} has no such entry (404).', name), 'retry')
        : say(
            // Of a server that is not asked for what it doesn't list.
            error.status === undefined
              ? t("{0} doesn't list the model {1}.", name, model)
              : t("{0} doesn't know the model {1} (404).", name, model),
            'retry',
            'chooseModel',
          );
    case 'rateLimited':
      return { ...say(busyText(error, name), 'retry'), ...busyWait(error, name) };
    case 'badRequest':
      // Refused by our own client: there is no answer to quote, and retrying would not help.
      if (code === 'INVALID_NAME' && error.status === undefined) {
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
      if (error.retryAt !== undefined) return { ...failed(busyText(error, name)), ...busyWait(error, name) };
      // Errors also come within a good answer.
      return (error.status ?? 0) < 400
        ? failed(t('{0} returned an error instead of an answer.', name))
        : failed(t('{0} answered with an error ({1}).', name, status));
    case 'network':
      return failed(networkText(code, connection));
    case 'timeout':
      return code === 'connect'
        ? failed(t("Can't reach {0}: the connection timed out.", host()))
        : failed(t('{0} did not answer in time.', host()));
    case 'tls':
      return failed(requestTlsText(code, connection));
    case 'redirect':
      return failed(
        t('{0} redirects to another address. Redirects are not followed; check the base URL.', host()),
      );
    case 'tooLarge':
      return status === 413
        ? say(t('{0} refused: the request is too large (413). Start a new chat.', name), 'retry', 'showLog')
        : say(t('{0} sent an answer that is too large to read.', host()), 'retry', 'showLog');
    default:
      return failed(unreadableText(code, host()));
  }
}

function busyText({ retryAt }: KeptError, name: string): string {
  return retryAt === undefined
    ? t('{0} is busy (429). Try again in a moment.', name)
    : t('{0} is busy and asks to wait until {1}.', name, clockTime(retryAt));
}

function busyWait({ retryAt = 0 }: KeptError, name: string): Pick<ErrorText, 'wait'> {
  const inMs = retryAt - Date.now();
  if (inMs <= 0 || inMs > longMs) return {};
  return { wait: { text: t('{0} is busy and asks to wait {1} s.', name, '{0}'), inMs } };
}

function unreadableText(code = '', host: string): string {
  switch (code) {
    case 'HTML':
      return t('{0} returned a web page instead of JSON. A sign-in page or proxy may be in the way.', host);
    case 'OTHER_NAME':
      return t(
        '{0} answered with another model than the one asked for. A gateway on the way may be changing names: use a base URL that bypasses it.',
        host,
      );
    case 'NO_TEXT':
      return t('{0} sent an answer without any text.', host);
    default:
      return code.startsWith('HPE_')
        ? t('{0} does not answer in HTTP ({1}). Check the base URL and its port.', host, code)
        : t("{0} sent an answer that can't be read.", host);
  }
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
