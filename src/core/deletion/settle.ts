import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions, Lora } from '../../api/types.ts';
import type { DeletionEntry, Outcome } from './outcome.ts';

export interface LoraLister {
  listLoras(options?: CallOptions): Promise<Lora[]>;
}

type ListOptions = Pick<CallOptions, 'signal' | 'onRetry' | 'onWaited'>;

/**
 * Whether only the list can tell how the entry ended. A 404 can't: a load balancer answers so while the service is away, and a
 * gateway that decodes a name asks for another path. Neither can a good status without the entry in its body.
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
 * How an entry that `needsList` ended, by what a good list has. One that its retrieve found and that is gone counts as deleted,
 * also where somebody else was faster by a moment: the journal loses nothing by it.
 */
export function afterList(outcome: Outcome, isListed: boolean): Outcome {
  const isUnsent = outcome.is === 'failed' && outcome.at === 'check';
  if (!isListed) return isUnsent ? { is: 'alreadyGone' } : { is: 'deleted', isReturned: false };
  const error = 'error' in outcome ? outcome.error : undefined;
  return { is: 'failed', at: isUnsent ? 'check' : 'deletion', isListed, ...(error ? { error } : {}) };
}

/**
 * The names that the service has now. Request it after the deletions have ended: what is not in it is gone. Throws where it
 * does not come, or not whole.
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

export interface SettleParts {
  lister: LoraLister;
  options: ListOptions;
  /** Writes down what an entry came to. */
  write(name: string, outcome: Outcome): Promise<unknown>;
}

/** `problem`: why the list could tell nothing. */
export interface Settled {
  entries: DeletionEntry[];
  problem?: ServiceError;
}

/**
 * Settles with one list what only a list can tell, and deletes nothing. Without a good list it stays as it is. Rejects with
 * the signal's reason, and where an outcome can't be written.
 */
export async function settle(
  entries: readonly DeletionEntry[],
  { lister, options, write }: SettleParts,
): Promise<Settled> {
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
