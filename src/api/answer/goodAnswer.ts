import type { CallScope } from '../clocks/callScope.ts';
import { CallFailure } from '../errors/callFailure.ts';
import type { ErrorContext } from '../errors/errorMapping.ts';
import type { Logger } from '../types.ts';

/** A 2xx answer whose headers have arrived. Its reader must close or cancel the scope. */
export interface Answer {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
  scope: CallScope;
  context: ErrorContext;
  log: Logger | undefined;
}

/** Logs a failure that no status shows: one before the headers, or while reading the answer. */
export function logFailure({ context, log }: Pick<Answer, 'context' | 'log'>, error: unknown): void {
  if (!(error instanceof CallFailure)) return;
  const { kind, code = '' } = error.error;
  log?.warn(
    `${context.endpoint} failed: ${kind} ${code} ${context.requestId ?? ''}`.replace(/ +/g, ' ').trimEnd(),
  );
}
