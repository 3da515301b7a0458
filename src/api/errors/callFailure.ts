import type { ServiceError } from '../serviceError.ts';

/** What `api` knows of a failed attempt beyond its `ServiceError`; never leaves `api`. */
interface FailureFacts {
  /** No part of the request was sent. */
  isConnectPhase?: boolean;
  /** Lost on a connection that had been open before, see `TransportPhase`. */
  isOnReused?: boolean;
  /** No byte of an answer had arrived. */
  isBeforeAnswer?: boolean;
  /** `x-should-retry`, if the service sent it. */
  shouldRetry?: boolean | undefined;
  /** The whole error body, JSON or text; searched for field names only. */
  said?: unknown;
}

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly error: ServiceError;
  readonly facts: FailureFacts;

  constructor(error: ServiceError, facts: FailureFacts = {}) {
    super(error.message);
    this.error = error;
    this.facts = facts;
  }
}

/** Returns what callers outside `api` may see: the `ServiceError`, or any other error as is. */
export function publicError(error: unknown): unknown {
  return error instanceof CallFailure ? error.error : error;
}
