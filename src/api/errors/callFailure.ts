import type { ServiceError } from '../serviceError.ts';

/** What a try that failed tells those inside `api` beyond its `ServiceError`; it never leaves `api`. */
export interface FailureFacts {
  /** Nothing of the request had left. */
  isConnectPhase?: boolean;
  /** No byte of an answer had come. */
  isBeforeAnswer?: boolean;
  /** `x-should-retry`, where the service sent it. */
  shouldRetry?: boolean | undefined;
  /** The field that the service says it refuses (`error.param`). */
  param?: string | undefined;
  /** The service's words in full length, for field names only. */
  text?: string | undefined;
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

/** What a caller outside may see: the `ServiceError`, or whatever else was thrown as it is. */
export function publicError(error: unknown): unknown {
  return error instanceof CallFailure ? error.error : error;
}
