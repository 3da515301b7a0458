import type { ServiceError } from '../../api/serviceError.ts';
import type { Lora } from '../../api/types.ts';

/**
 * Why a bulk deletion ended before its last entry. `keyRefused`, `forbidden`, `unreachable`, `broken` (errors of the service)
 * and `busy`: see `Streak`. `disk`: what has to be written down could not be. `interrupted`: its window is gone. `error`: a
 * fault of ours; the log says which.
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
 * How one entry of a bulk deletion ended. `changed`: its deployment is not the one that was agreed to, so nothing was sent.
 * `refused`: the service said no. `failed`: it could not be checked or reached, or a look afterwards still found it.
 * `unknown`: its request had left, and nothing has told yet what became of it. `notTried`: nothing was sent for it.
 */
export type BulkOutcome =
  /** `object` is there only where the journal could not take it. */
  | { is: 'deleted'; object?: unknown }
  | { is: 'alreadyGone' }
  | { is: 'changed'; now: 'deployed' | 'deployedAnew' }
  | { is: 'refused' | 'failed'; at: 'check' | 'deletion'; error?: KeptError }
  | { is: 'unknown'; error?: KeptError }
  | { is: 'notTried'; why: WhyEnded };

export interface BulkEntry {
  /** As it was listed when the person agreed. */
  lora: Lora;
  outcome: BulkOutcome;
}

/** What is left to be tried again: everything that may still be there for no better reason than that it failed. */
export function isLeft({ outcome }: BulkEntry): boolean {
  return ['refused', 'failed', 'unknown', 'notTried'].includes(outcome.is);
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
export function outcomeOf(error: ServiceError, at: 'check' | 'deletion', now: number): BulkOutcome {
  return { is: refusals.includes(error.kind) ? 'refused' : 'failed', at, error: keepError(error, now) };
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
