import { isLoopback, normalizeBaseUrl } from '../../api/config/baseUrl.ts';
import type { OpenAiServer } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { hostOf } from '../../core/connections/connection.ts';
import { type InputStep, inputStep, type SayWait } from '../shared/inputStep.ts';
import { isAgreed } from '../shared/messages.ts';
import { modelsText } from '../shared/text/countText.ts';
import { t } from '../shared/text/t.ts';
import { addressFault } from './keyStep.ts';
import type { ServiceClients } from './serviceClients.ts';

/** The address of a service as the user typed and kept it. */
export interface Address {
  text: string;
  /** Normalized. */
  baseUrl: string;
  /** The user agreed to send all unencrypted. */
  allowHttp: boolean;
  /** What was found there, if that is no hosting service. */
  openAi: OpenAiServer | undefined;
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
  const found = new Map<string, OpenAiServer>();
  const tryOut = async (text: string, signal: AbortSignal, say: SayWait) => {
    const read = normalizeBaseUrl(text);
    if (!read.ok) return undefined;
    const { baseUrl } = read;
    // Its note was read.
    if (found.has(baseUrl)) return undefined;
    if (isPlainHttp(baseUrl) && !agreed.has(baseUrl)) {
      if (!(await agreesToPlainHttp(baseUrl))) {
        return t('Use an https: address, or agree to send unencrypted.');
      }
      agreed.add(baseUrl);
    }
    const host = hostOf(baseUrl);
    say(t('Checking {0}… Press Enter to skip the check.', host), true);
    const answer = await clients.probe(baseUrl, signal);
    if (!answer || signal.aborted) return undefined;
    if (!(answer instanceof ServiceError)) {
      found.set(baseUrl, answer);
      return { note: openAiNote(answer) };
    }
    return { problem: addressFault(answer, { name: host, baseUrl }) };
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
    openAi: found.get(baseUrl),
    isKeptAnyway: result.isAnyway ?? false,
  };
}

function openAiNote({ listed }: OpenAiServer): string {
  return listed === undefined
    ? t(
        'An OpenAI-compatible server that asks for an API key. LoRAs can be listed and used, not deleted. Press Enter to go on.',
      )
    : t(
        'An OpenAI-compatible server with {0}. LoRAs can be listed and used, not deleted. It needs no API key. Press Enter to add it.',
        modelsText(listed.loras + listed.baseModels),
      );
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
    t('Connect to {0} without encryption?', hostOf(baseUrl)),
    t(
      'Prompts and answers go unencrypted, and so does the API key if there is one: anyone on the network path can read them. Use https: where you can.',
    ),
    t('Send Unencrypted'),
    t('Go Back'),
  );
}
