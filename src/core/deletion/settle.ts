import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions } from '../../api/types.ts';
import { defined } from '../defined.ts';
import type { ModelClient } from '../modelClient.ts';
import type { DeletionEntry, Outcome } from './outcome.ts';

type LoraLister = Pick<ModelClient, 'listLoras'>;
type ListOptions = Pick<CallOptions, 'signal' | 'onRetry' | 'onWaited'>;

/**
 * Whether only the list can tell how the entry ended. A 404 can't: a load balancer may send it while the service is down, and
 * a gateway that decodes a name requests another path. Neither can a success status without the entry in its body.
 */
export function needsList(outcome: Outcome): boolean {
  switch (outcome.is) {
    case 'unknown':
      return true;
    case 'deleted':
      return !outcome.isReturned;
    case 'failed':
      return outcome.at === 'check' && outcome.error?.kind === 'notFound' && outcome.isListed !== true;
    default:
      return false;
  }
}

/**
 * Returns how an entry with `needsList` ended, according to a good list. If it was retrieved and is now gone, it counts as
 * deleted, even if somebody else was a moment faster: the journal loses nothing by it.
 */
export function afterList(outcome: Outcome, isListed: boolean): Outcome {
  const isUnsent = outcome.is === 'failed' && outcome.at === 'check';
  if (!isListed) return isUnsent ? { is: 'alreadyGone' } : { is: 'deleted', isReturned: false };
  const error = 'error' in outcome ? outcome.error : undefined;
  return { is: 'failed', at: isUnsent ? 'check' : 'deletion', isListed, ...defined({ error }) };
}

/**
 * Returns the names that the service has now. Call after the deletions have ended: what is not listed is gone. Throws if the
 * list can't be loaded or is incomplete.
 */
async function listedNames(lister: LoraLister, options: ListOptions): Promise<ReadonlySet<string>> {
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

export interface SettleOptions {
  lister: LoraLister;
  options: ListOptions;
  /** Writes down an entry's outcome. */
  write(name: string, outcome: Outcome): Promise<unknown>;
}

/**
 * Settles with one list the entries that need it; deletes nothing. Without a good list they stay unchanged, and
 * `problem` says why. Rejects with the signal's reason, or if an outcome can't be written.
 */
export async function settle(
  entries: readonly DeletionEntry[],
  { lister, options, write }: SettleOptions,
): Promise<{ entries: DeletionEntry[]; problem?: ServiceError }> {
  if (!entries.some(({ outcome }) => needsList(outcome))) return { entries: [...entries] };
  let listed: ReadonlySet<string>;
  try {
    listed = await listedNames(lister, options);
  } catch (problem) {
    options.signal?.throwIfAborted();
    if (!(problem instanceof ServiceError)) throw problem;
    return { entries: [...entries], problem };
  }
  const settled: DeletionEntry[] = [];
  for (const { lora, outcome } of entries) {
    const now = needsList(outcome) ? afterList(outcome, listed.has(lora.name)) : outcome;
    if (now !== outcome) await write(lora.name, now);
    settled.push({ lora, outcome: now });
  }
  return { entries: settled };
}
