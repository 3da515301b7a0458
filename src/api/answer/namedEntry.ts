import { CallFailure } from '../errors/callFailure.ts';
import type { ErrorContext } from '../errors/errorMapping.ts';
import type { Model } from '../types.ts';
import { protocolFailure } from './readBody.ts';

const OTHER_NAME = 'OTHER_NAME';

/** Throws where a path led to an entry of another name than the one that was asked for: something on the way read it otherwise. */
export function refuseOther(model: Model, name: string, context: ErrorContext): void {
  if (model.name !== name) throw protocolFailure(context, 'The answer is another model', OTHER_NAME);
}

/** Whether a path did not lead to the entry it was written for; another form of it may. */
export function isOtherEntry(error: unknown): boolean {
  return isUnknown(error) || (error instanceof CallFailure && error.error.code === OTHER_NAME);
}

/**
 * Which failure to tell after both forms of a path: the later one, unless that only says that nothing is there. So "not found" is
 * told only if both forms say it, and an entry that one of them hides is never taken for a deleted one.
 */
export function moreTelling(first: unknown, second: unknown): unknown {
  return first !== undefined && isUnknown(second) ? first : second;
}

function isUnknown(error: unknown): boolean {
  return error instanceof CallFailure && error.error.status === 404;
}
