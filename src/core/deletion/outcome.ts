import * as v from 'valibot';
import type { ServiceError } from '../../api/serviceError.ts';
import type { Lora } from '../../api/types.ts';
import { defined } from '../defined.ts';

/**
 * Why a deletion ended before its last entry. `keyRefused`, `forbidden`, `unreachable`, `broken` (errors of the service) and
 * `busy`: see `Streak`. `disk`: the journal could not be written. `taken`: another window has taken over the deletion.
 * `interrupted`: its window is gone. `error`: a fault of ours; the log says which.
 */
export const whyEnded = [
  'stopped',
  'readOnly',
  'moved',
  'removed',
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

/** What is kept of a `ServiceError`: enough to describe it. */
const keptError = v.object({
  kind: v.string(),
  status: v.exactOptional(v.number()),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  /** Unix milliseconds. */
  retryAt: v.exactOptional(v.number()),
});
export type KeptError = v.InferOutput<typeof keptError>;

/**
 * How one entry of a deletion ended. `changed`: its deployment is not the one that was agreed to, so nothing was sent.
 * `refused`: the service said no. `failed`: it could not be checked or reached, or the list still has it afterwards
 * (`isListed`). `unknown`: its request was sent, and its result is not known yet. `notTried`: nothing was sent.
 */
export const outcomeSchema = v.variant('is', [
  /** `isReturned`: the service answered with the entry, so no other confirmation is needed. */
  v.object({ is: v.literal('deleted'), isReturned: v.boolean() }),
  v.object({ is: v.literal('alreadyGone') }),
  v.object({ is: v.literal('changed'), now: v.picklist(['deployed', 'deployedAnew']) }),
  v.object({
    is: v.picklist(['refused', 'failed']),
    at: v.picklist(['check', 'deletion']),
    error: v.exactOptional(keptError),
    isListed: v.exactOptional(v.boolean()),
  }),
  v.object({ is: v.literal('unknown'), error: v.exactOptional(keptError) }),
  v.object({ is: v.literal('notTried'), why: v.picklist(whyEnded) }),
]);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

export interface DeletionEntry {
  /** As it was when the user agreed. */
  lora: Lora;
  outcome: Outcome;
}

/** Whether the entry can be tried again: it may still be there, and was not left out as `changed`. */
export function isLeft({ outcome }: DeletionEntry): boolean {
  return ['refused', 'failed', 'unknown', 'notTried'].includes(outcome.is);
}

export function isUnknown({ outcome }: DeletionEntry): boolean {
  return outcome.is === 'unknown';
}

export function isGone({ is }: Outcome): boolean {
  return is === 'deleted' || is === 'alreadyGone';
}

export function keepError(error: ServiceError, now: number): KeptError {
  const { kind, status, code, serverMessage, retryAfterMs } = error;
  const retryAt = retryAfterMs === undefined ? undefined : now + retryAfterMs;
  return defined({ kind, status, code, serverMessage, retryAt });
}

const refusals = ['unauthorized', 'forbidden', 'conflict', 'badRequest', 'rateLimited'];

/** For an error after which the entry is still there or was never requested. */
export function outcomeOf(error: ServiceError, at: 'check' | 'deletion', now: number): Outcome {
  // Our own client rejects a name that can't be part of a path; the service never sees it.
  const isOurs = error.code === 'INVALID_NAME' && error.status === undefined;
  const isRefusal = refusals.includes(error.kind) && !isOurs;
  return { is: isRefusal ? 'refused' : 'failed', at, error: keepError(error, now) };
}

/** Returns how the entry's deployment differs from the one agreed to; `undefined` if it may be deleted. */
export function changeSince(agreed: Lora, now: Lora): 'deployed' | 'deployedAnew' | undefined {
  // If it lost its deployment meanwhile, fewer people will miss it than was agreed to.
  if (!now.activeDeployment) return undefined;
  if (!agreed.activeDeployment) return 'deployed';
  return identityOf(agreed) === identityOf(now) ? undefined : 'deployedAnew';
}

/** Returns what identifies a deployment; its creator's picture, say, does not. */
function identityOf({ activeDeployment: one }: Lora): string {
  const { baseModelName, createdAt, modelName, modelSource, hubRevision } = one ?? {};
  return JSON.stringify([baseModelName, createdAt, modelName, modelSource, hubRevision]);
}
