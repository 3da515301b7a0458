import { htmlFailure, isHtml } from '../answer/readBody.ts';
import { openAnswer } from '../call/openAnswer.ts';
import { normalizeBaseUrl } from '../config/baseUrl.ts';
import { publicError } from '../errors/callFailure.ts';
import { ServiceError, type ServiceErrorKind } from '../serviceError.ts';
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

/**
 * Asks once for the list of LoRAs, without a key or any other secret. Returns what speaks against the address; `undefined` if a
 * service answers there. Rejects only with the reason of an aborted signal. Throws a TypeError for an address that
 * `normalizeBaseUrl` refuses.
 */
export async function probeAddress(
  address: string,
  { transport, log, signal }: { transport: Transport; log?: Logger; signal: AbortSignal },
): Promise<ServiceError | undefined> {
  const base = normalizeBaseUrl(address);
  if (!base.ok) throw new TypeError(`The base URL cannot be used: ${base.reason}`);
  const url = new URL(`${base.baseUrl}/api/v1/lora`);
  const sender = { origin: url.origin, transport, secrets: async () => undefined, log };
  try {
    const answer = await openAnswer(sender, {
      operation: 'read',
      method: 'GET',
      url,
      endpoint: 'GET /api/v1/lora',
      accept: 'application/json',
      timing,
      options: { signal },
      deadline: performance.now() + timing.totalMs,
      tries: { left: 1 },
    });
    answer.scope.cancel();
    if (isHtml(answer.headers)) throw htmlFailure(answer.context);
    return undefined;
  } catch (failure) {
    const error = publicError(failure);
    if (!(error instanceof ServiceError)) throw error;
    return telling.has(error.kind) ? error : undefined;
  }
}
