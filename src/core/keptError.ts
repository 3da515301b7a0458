import * as v from 'valibot';
import { ServiceError } from '../api/serviceError.ts';
import { defined } from '../base/defined.ts';
import { keptTime } from './sensibleTime.ts';

/** What is kept of a `ServiceError`, in memory or on disk: enough to word its message at any time. */
export const keptError = v.object({
  /** A `ServiceErrorKind`, or why an answer or a diagnosis ended without one. */
  kind: v.string(),
  status: v.exactOptional(v.pipe(v.number(), v.finite())),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  /** When the service asked to be retried. */
  retryAt: v.exactOptional(keptTime),
});
export type KeptError = v.InferOutput<typeof keptError>;

/** Keeps nothing of an unforeseen error, since its text may contain anything. */
export function keepError(error: unknown, now = Date.now()): KeptError {
  if (!(error instanceof ServiceError)) return { kind: 'protocol' };
  const { kind, status, code, serverMessage, requestId, retryAfterMs } = error;
  const retryAt = retryAfterMs === undefined ? undefined : now + retryAfterMs;
  return defined({ kind, status, code, serverMessage, requestId, retryAt });
}
