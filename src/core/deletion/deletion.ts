import * as v from 'valibot';
import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions, Lora } from '../../api/types.ts';
import { type RetryWait, RetryWaits } from '../retryWait.ts';

export interface LoraRemover {
  getLora(name: string, options?: CallOptions): Promise<Lora>;
  deleteLora(name: string, options?: CallOptions): Promise<Lora | undefined>;
}

/**
 * How a deletion ended. `deleted` holds the service's own object, or the one retrieved before where it returned none
 * (`isReturned` false). `refused`: nothing was deleted, for the service refused it or was never reached. `unknown`: no
 * answer came, and a fresh retrieve could not settle it. `stopped`: by the person, before anything had left.
 */
export type DeletionOutcome =
  | { is: 'deleted'; object: unknown; isReturned: boolean }
  | { is: 'alreadyGone' }
  | { is: 'stillThere'; error: ServiceError }
  | { is: 'refused'; error: ServiceError }
  | { is: 'stopped' }
  | { is: 'unknown'; error: ServiceError };

/** A wait before the request is sent again, of which nothing has left yet. `stop` ends it; later it does nothing. */
export type OnDeletionWait = (wait: RetryWait | undefined, stop: () => void) => void;

/** Thrown before anything is sent: nothing can be deleted through a read-only connection. */
export class ReadOnlyConnectionError extends Error {
  override readonly name = 'ReadOnlyConnectionError';
}

/**
 * Deletes one LoRA with one request. `retrieved` is the entry as it was just shown to the person. What got no answer is
 * settled by retrieving it again: it is reported as deleted only if the service no longer has it.
 */
export async function deleteLora(
  remover: LoraRemover,
  connection: { readOnly: boolean },
  name: string,
  retrieved: unknown,
  onWait: OnDeletionWait = () => undefined,
): Promise<DeletionOutcome> {
  if (connection.readOnly) throw new ReadOnlyConnectionError('The connection is read-only.');
  let returned: unknown;
  let isWaiting = false;
  const abort = new AbortController();
  // A request that has left may be carried out: then only its answer can say how it ended.
  const stop = (): void => {
    if (isWaiting) abort.abort(new Error('Stopped by the person.'));
  };
  const tell = (wait: RetryWait | undefined): void => {
    isWaiting = wait !== undefined;
    onWait(wait, stop);
  };
  const options = { signal: abort.signal, ...new RetryWaits(tell).next() };
  try {
    const lora = await remover.deleteLora(name, {
      ...options,
      onRaw: (json) => {
        returned = json;
      },
    });
    return lora === undefined
      ? { is: 'deleted', object: retrieved, isReturned: false }
      : { is: 'deleted', object: returned ?? lora, isReturned: true };
  } catch (error) {
    if (abort.signal.aborted) return { is: 'stopped' };
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'notFound') return { is: 'alreadyGone' };
    return mayBeCarriedOut(error)
      ? settle(remover, name, retrieved, error, options)
      : { is: 'refused', error };
  }
}

/** The cause that `api` gives a request of which nothing had left. */
const connectFailure = v.object({ phase: v.literal('connect') });

/** After these the request may have been carried out all the same, unless it never left. */
function mayBeCarriedOut(error: ServiceError): boolean {
  const kinds = ['network', 'tls', 'timeout', 'server', 'protocol', 'tooLarge'];
  return kinds.includes(error.kind) && !isUnsent(error);
}

/**
 * Both transports say in the cause how far they came: undici by watching its connection, the host's `fetch` by the
 * error's code. Our own connect clock leaves no cause. What has a status was answered, whatever code the answer names.
 */
function isUnsent({ kind, code, status, cause }: ServiceError): boolean {
  if (status !== undefined) return false;
  return v.is(connectFailure, cause) || (kind === 'timeout' && code === 'connect' && cause === undefined);
}

async function settle(
  remover: LoraRemover,
  name: string,
  retrieved: unknown,
  error: ServiceError,
  options: CallOptions,
): Promise<DeletionOutcome> {
  try {
    await remover.getLora(name, options);
    return { is: 'stillThere', error };
  } catch (second) {
    const isGone = second instanceof ServiceError && second.kind === 'notFound';
    return isGone ? { is: 'deleted', object: retrieved, isReturned: false } : { is: 'unknown', error };
  }
}
