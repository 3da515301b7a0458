import { isLoopback, normalizeBaseUrl } from '../../api/config/baseUrl.ts';
import { hostOf } from '../../core/connections/connection.ts';
import { type InputStep, inputStep, type SayWait } from '../shared/inputStep.ts';
import { isAgreed } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';
import { addressFault, savesAnyway } from './connectionTrial.ts';
import type { ServiceClients } from './serviceClients.ts';

/** The address of a service as the user typed and kept it. */
export interface Address {
  text: string;
  /** Normalized. */
  baseUrl: string;
  /** The user agreed to send the key unencrypted. */
  allowHttp: boolean;
  /** Something speaks against it; the user wants it all the same. */
  isKeptAnyway: boolean;
}

type Look = Pick<InputStep, 'title' | 'step' | 'totalSteps' | 'value' | 'problem'>;

/**
 * Asks for a base URL and tries it with one request that carries no key. An unencrypted address is tried only once the user
 * agrees to it; `agreed` holds those agreed to before. Resolves with `undefined` if the user cancels.
 */
export async function addressStep(
  clients: Pick<ServiceClients, 'probe'>,
  look: Look,
  agreed: Set<string>,
): Promise<Address | undefined> {
  let isKeptAnyway = false;
  const tryOut = async (text: string, signal: AbortSignal, say: SayWait): Promise<string | undefined> => {
    const read = normalizeBaseUrl(text);
    if (!read.ok) return undefined;
    const { baseUrl } = read;
    if (isPlainHttp(baseUrl) && !agreed.has(baseUrl)) {
      if (!(await agreesToPlainHttp(baseUrl))) {
        return t('Use an https: address, or agree to send the key unencrypted.');
      }
      agreed.add(baseUrl);
    }
    const host = hostOf(baseUrl);
    say(t('Checking {0}… Press Enter to skip the check.', host), true);
    const error = await clients.probe(baseUrl, signal);
    if (!error || signal.aborted) return undefined;
    const fault = addressFault(error, { name: host, baseUrl });
    isKeptAnyway = await savesAnyway(fault);
    return isKeptAnyway ? undefined : fault;
  };
  const result = await inputStep({
    ...look,
    prompt: t('Base URL of the model hosting service'),
    placeholder: 'https://models.acme.example',
    check: urlProblem,
    tryOut,
  });
  const read = result && result.is !== 'back' ? normalizeBaseUrl(result.text) : undefined;
  if (!result || result.is === 'back' || !read?.ok) return undefined;
  const { baseUrl } = read;
  return {
    text: result.text,
    baseUrl,
    allowHttp: isPlainHttp(baseUrl),
    isKeptAnyway,
  };
}

function urlProblem(text: string): string | undefined {
  const read = normalizeBaseUrl(text);
  if (read.ok) return undefined;
  const texts = new Map([
    ['empty', t('Enter the base URL.')],
    ['scheme', t('The base URL must start with https:// or http://.')],
    ['userInfo', t('Remove the user name and password. The API key is asked for next.')],
  ]);
  return texts.get(read.reason) ?? t('Enter a URL such as https://models.acme.example.');
}

function isPlainHttp(baseUrl: string): boolean {
  return baseUrl.startsWith('http:') && !isLoopback(baseUrl);
}

/** `baseUrl` is an address with `http:`. */
function agreesToPlainHttp(baseUrl: string): Promise<boolean> {
  return isAgreed(
    t('Send the API key unencrypted to {0}?', hostOf(baseUrl)),
    t(
      'http: is not encrypted: anyone on the network path can read the key and all chats. Use https: where you can.',
    ),
    t('Send Unencrypted'),
    t('Go Back'),
  );
}
