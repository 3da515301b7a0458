import type { ServiceError } from '../../api/serviceError.ts';
import type { Lora } from '../../api/types.ts';

/**
 * Why a deletion ended before its last entry. `keyRefused`, `forbidden`, `unreachable`, `broken` (errors of the service) and
 * `busy`: see `Streak`. `disk`: what has to be written down could not be. `taken`: another window has taken it over.
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

/** What is kept of a `ServiceError`: enough to say it in words. `retryAt` is in Unix milliseconds. */
export interface KeptError {
  kind: string;
  status?: number;
  code?: string;
  serverMessage?: string;
  retryAt?: number;
}

/**
 * How one entry of a deletion ended. `changed`: its deployment is not the one that was agreed to, so nothing was sent.
 * `refused`: the service said no. `failed`: it could not be checked or reached, or the list still has it afterwards
 * (`isListed`). `unknown`: its request had left, and nothing has told yet what became of it. `notTried`: nothing was sent.
 */
export type Outcome =
  /** `isReturned`: the service answered with the entry, so that nothing else has to confirm it. */
  | { is: 'deleted'; isReturned: boolean }
  | { is: 'alreadyGone' }
  | { is: 'changed'; now: 'deployed' | 'deployedAnew' }
  | { is: 'refused' | 'failed'; at: 'check' | 'deletion'; error?: KeptError; isListed?: boolean }
  | { is: 'unknown'; error?: KeptError }
  | { is: 'notTried'; why: WhyEnded };

export interface DeletionEntry {
  /** As it was when the person agreed. */
  lora: Lora;
  outcome: Outcome;
}

/** What is left to be tried again: everything that may still be there for no better reason than that it failed. */
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
  return {
    kind,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...(serverMessage === undefined ? {} : { serverMessage }),
    ...(retryAfterMs === undefined ? {} : { retryAt: now + retryAfterMs }),
  };
}

const refusals = ['unauthorized', 'forbidden', 'conflict', 'badRequest', 'rateLimited'];

/** An error after which the entry is still there, or was never asked for. */
export function outcomeOf(error: ServiceError, at: 'check' | 'deletion', now: number): Outcome {
  // A name that can't stand in a path is refused by our own client, and the service knows nothing of it.
  const isOurs = error.code === 'INVALID_NAME' && error.status === undefined;
  const isRefusal = refusals.includes(error.kind) && !isOurs;
  return { is: isRefusal ? 'refused' : 'failed', at, error: keepError(error, now) };
}

/** How the entry's deployment differs from the one that was agreed to; `undefined` where it may be deleted. */
export function changeSince(agreed: Lora, now: Lora): 'deployed' | 'deployedAnew' | undefined {
  // One that lost its deployment meanwhile is missed by fewer people than was agreed to.
  if (!now.activeDeployment) return undefined;
  if (!agreed.activeDeployment) return 'deployed';
  return identityOf(agreed) === identityOf(now) ? undefined : 'deployedAnew';
}

/** What makes a deployment another one; its creator's picture, say, does not. */
function identityOf({ activeDeployment: one }: Lora): string {
  return JSON.stringify([
    one?.baseModelName,
    one?.createdAt,
    one?.modelName,
    one?.modelSource,
    one?.hubRevision,
  ]);
}
