import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions, ModelSource } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';
import type { DeletionEntry, Outcome } from './outcome.ts';

/**
 * True if only the list can tell how the entry ended. A 404 can't: a load balancer may send it while the service is down, and a
 * gateway that decodes a name requests another path. Neither can a success status without the entry in its body.
 */
export function needsList(outcome: Outcome): boolean {
  if (outcome.is === 'deleted') return !outcome.isReturned;
  if (outcome.is !== 'failed') return outcome.is === 'unknown';
  return outcome.at === 'check' && outcome.error?.kind === 'notFound' && !outcome.isListed;
}

/**
 * Returns how an entry with `needsList` ended, according to a complete list. If it was retrieved and is now gone, it counts as
 * deleted, even if somebody else deleted it a moment before, so that the journal keeps it. If it is listed after a request was
 * sent, the outcome is unknown: the service, or a gateway that gave up on it, may still delete it, or the list may lag behind.
 */
export function afterList(outcome: Outcome, isListed: boolean): Outcome {
  const isUnsent = outcome.is === 'failed' && outcome.at === 'check';
  if (!isListed) return isUnsent ? { is: 'alreadyGone' } : { is: 'deleted', isReturned: false };
  const error = 'error' in outcome ? outcome.error : undefined;
  if (isUnsent) return { is: 'failed', at: 'check', isListed, ...defined({ error }) };
  if (outcome.is === 'unknown' && outcome.isRefused)
    return { is: 'refused', at: 'deletion', isListed, ...defined({ error }) };
  return { is: 'unknown', isListed, ...defined({ error }) };
}

/** Returns the names of all LoRAs: what is not listed after the deletions is gone. Throws if the list is incomplete. */
async function listedNames(
  lister: SettleOptions['lister'],
  options: SettleOptions['options'],
): Promise<ReadonlySet<string>> {
  let isWhole = true;
  const loras = await lister.listLoras({
    ...options,
    onSkipped: () => {
      isWhole = false;
    },
    onAnswer: ({ status }) => {
      isWhole &&= status === 200;
    },
  });
  if (isWhole) return new Set(loras.map(({ name }) => name));
  const details = { endpoint: 'GET /api/v1/lora', code: 'LIST_NOT_WHOLE' };
  throw new ServiceError('protocol', 'The list is not whole.', details);
}

interface SettleOptions {
  lister: Pick<ModelSource, 'listLoras'>;
  /** Of `lister`. Entries agreed to with others stay as they are, since they may be another organization's. */
  credentials: string;
  options: Pick<CallOptions, 'signal' | 'onWait'>;
  write(name: string, outcome: Outcome): Promise<unknown>;
}

/**
 * Settles the entries that need it with one list; deletes nothing. If there is no complete list, they stay unchanged, and `problem`
 * says why. Rejects with the signal's reason, or if an outcome can't be recorded.
 */
export async function settle(
  entries: readonly DeletionEntry[],
  { lister, credentials, options, write }: SettleOptions,
): Promise<{ entries: DeletionEntry[]; problem?: ServiceError }> {
  const isMeant = (entry: DeletionEntry) => needsList(entry.outcome) && entry.credentials === credentials;
  if (!entries.some(isMeant)) return { entries: [...entries] };
  let listed: ReadonlySet<string>;
  try {
    listed = await listedNames(lister, options);
  } catch (problem) {
    options.signal?.throwIfAborted();
    if (!(problem instanceof ServiceError)) throw problem;
    return { entries: [...entries], problem };
  }
  const settled: DeletionEntry[] = [];
  for (const entry of entries) {
    const { lora, outcome } = entry;
    const now = isMeant(entry) ? afterList(outcome, listed.has(lora.name)) : outcome;
    if (!isDeepStrictEqual(now, outcome)) await write(lora.name, now);
    settled.push({ ...entry, outcome: now });
  }
  return { entries: settled };
}
