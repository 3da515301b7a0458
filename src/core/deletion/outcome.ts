import * as v from 'valibot';
import type { ServiceError } from '../../api/serviceError.ts';
import type { Lora } from '../../api/types.ts';
import { keepError, keptError } from '../keptError.ts';

/**
 * Why a deletion ended before its last entry. `keyChanged`: the API key or headers are not those agreed to. `keyRefused`,
 * `forbidden`, `unreachable`, `broken` (errors of the service) and `busy`: see `Streak`. `disk`: the journal could not be written.
 * `taken`: another window has taken over the deletion. `interrupted`: its window is gone. `error`: a fault of ours; the log says
 * which.
 */
export const whyEnded = [
  'stopped',
  'readOnly',
  'moved',
  'removed',
  'keyChanged',
  'keyRefused',
  'forbidden',
  'unreachable',
  'broken',
  'busy',
  'disk',
  'taken',
  'interrupted',
  'error',
] as const;
export type WhyEnded = (typeof whyEnded)[number];

/**
 * How one entry of a deletion ended. `changed`: its deployment is not the one that was agreed to, so nothing was sent; `fields`:
 * only these fields, which we don't know, are different. `refused`: the service refused to delete it; after a
 * 409, the list still has it, too (`isListed`). `failed`: it could not be
 * checked or reached, the list has it although a retrieve did not find it (`isListed`), or the user says that it was not deleted.
 * `unknown`: its request was sent, and its result is not known yet; a list that still has it (`isListed`) proves nothing, since the
 * service may still be deleting it; but if the answer was a refusal (`isRefused`), it proves that. `notTried`: nothing was sent.
 */
export const outcomeSchema = v.variant('is', [
  /** `isReturned`: the service answered with the entry, so no other confirmation is needed. */
  v.object({ is: v.literal('deleted'), isReturned: v.boolean() }),
  v.object({ is: v.literal('alreadyGone') }),
  v.object({
    is: v.literal('changed'),
    now: v.picklist(['deployed', 'deployedAnew']),
    fields: v.exactOptional(v.array(v.string())),
  }),
  v.object({
    is: v.picklist(['refused', 'failed']),
    at: v.picklist(['check', 'deletion']),
    error: v.exactOptional(keptError),
    isListed: v.exactOptional(v.boolean()),
  }),
  v.object({
    is: v.literal('unknown'),
    error: v.exactOptional(keptError),
    isListed: v.exactOptional(v.boolean()),
    isRefused: v.exactOptional(v.boolean()),
  }),
  v.object({ is: v.literal('notTried'), why: v.picklist(whyEnded) }),
]);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

export interface DeletionEntry {
  /** The LoRA as it was when the user agreed. */
  lora: Lora;
  outcome: Outcome;
  /** Identifies the API key and headers that the user agreed to delete it with. */
  credentials: string;
}

/** True if the entry can be tried again: it may still exist, and was not left out as `changed`. */
export function isLeft({ outcome }: DeletionEntry): boolean {
  return ['refused', 'failed', 'unknown', 'notTried'].includes(outcome.is);
}

export function isUnknown({ outcome }: DeletionEntry): boolean {
  return outcome.is === 'unknown';
}

export function isGone({ is }: Outcome): boolean {
  return is === 'deleted' || is === 'alreadyGone';
}

const refusals = ['unauthorized', 'forbidden', 'conflict', 'badRequest', 'rateLimited'];

/** Returns the outcome after an error that means that the entry still exists or was never requested. */
export function failedOutcome(error: ServiceError, at: 'check' | 'deletion'): Outcome {
  // Our own client rejects a name that can't be part of a path; the service never sees it.
  const isOurs = error.code === 'INVALID_NAME' && error.status === undefined;
  const isRefusal = refusals.includes(error.kind) && !isOurs;
  return { is: isRefusal ? 'refused' : 'failed', at, error: keepError(error) };
}
