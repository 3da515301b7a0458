import { readLora } from '../answer/modelWire.ts';
import { readServedModels } from '../answer/openAiModelWire.ts';
import { readJson } from '../answer/readJson.ts';
import { openAnswer, type Sender } from '../call/openAnswer.ts';
import { usableBaseUrl } from '../config/baseUrl.ts';
import { isOtherServer, ServiceError, type ServiceErrorKind } from '../serviceError.ts';
import { timingFor } from '../timing.ts';
import type { Logger, Transport } from '../types.ts';

/** How long an address may take before it counts as slow, in ms: a person waits for it. */
const timing = timingFor('read', { connectMs: 6_000, headersMs: 8_000, totalMs: 10_000 });

/** What speaks against an address. Anything else, as a refusal for want of a key, comes from a service that is there. */
const telling: ReadonlySet<ServiceErrorKind> = new Set([
  'network',
  'tls',
  'timeout',
  'redirect',
  'protocol',
  'notFound',
]);

/** A server with `/v1/models`. */
export interface OpenAiServer {
  /** How many models it lists; `undefined`: it wants a key first, or fails without one. */
  listed: { loras: number; baseModels: number } | undefined;
}

/**
 * Asks once for the list of LoRAs and, where something else than a hosting service answers, once for `/v1/models`, without a key
 * or any other secret. Returns the error that speaks against the address, or the OpenAI-compatible server there; `undefined` for
 * a hosting service, which may be one that wants a key. Rejects only with the reason of an aborted signal, or as
 * `usableBaseUrl` does.
 */
export async function probeAddress(
  address: string,
  { transport, log, signal }: { transport: Transport; log?: Logger; signal: AbortSignal },
): Promise<ServiceError | OpenAiServer | undefined> {
  const baseUrl = usableBaseUrl(address);
  const { origin } = new URL(baseUrl);
  const sender = { baseUrl, origin, transport, secrets: async () => undefined, log };
  const ask = (path: string) => askOnce(sender, path, signal);
  const hosted = await ask('/api/v1/lora');
  const isThere =
    hosted instanceof ServiceError
      ? !isOtherServer(hosted)
      : Array.isArray(hosted.json) || readLora(hosted.json) !== undefined;
  const error = hosted instanceof ServiceError && telling.has(hosted.kind) ? hosted : undefined;
  if (isThere) return error;
  const openAi = await ask('/v1/models');
  if (openAi instanceof ServiceError) return wantsKey(openAi) ? { listed: undefined } : error;
  const models = await readServedModels(openAi.json, { signal });
  if (models === undefined) return error;
  const loras = models.filter(({ kind }) => kind === 'lora').length;
  return { listed: { loras, baseModels: models.length - loras } };
}

/** LiteLLM without a database fails with 500 instead of refusing. */
function wantsKey({ kind }: ServiceError): boolean {
  return kind === 'unauthorized' || kind === 'forbidden' || kind === 'server';
}

async function askOnce(sender: Sender, path: string, signal: AbortSignal) {
  try {
    const options = { signal };
    const answer = await openAnswer(sender, { operation: 'read', path, timing, options, tries: { left: 1 } });
    return { json: await readJson(answer, options) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error;
  }
}
