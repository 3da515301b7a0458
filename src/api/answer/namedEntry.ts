import { CallFailure } from '../errors/callFailure.ts';
import type { ErrorContext } from '../errors/errorMapping.ts';
import type { Model } from '../types.ts';
import { protocolFailure } from './readBody.ts';

const otherName = 'OTHER_NAME';

/** Throws if the entry's name is not the one requested: something on the way read the path differently. */
export function refuseOther(model: Model, name: string, context: ErrorContext): void {
  if (model.name !== name) throw protocolFailure(context, 'The answer is another model', otherName);
}

/** True if a path did not lead to its entry; another form of the path may. */
export function isOtherEntry(error: unknown): boolean {
  return isUnknown(error) || (error instanceof CallFailure && error.error.code === otherName);
}

/**
 * Returns the failure to report after trying both forms of a path: the later one, unless that is only a 404. So "not found" is
 * reported only if both forms say it, and an entry hidden by one of them is never taken for deleted.
 */
export function moreTelling(first: unknown, second: unknown): unknown {
  return first !== undefined && isUnknown(second) ? first : second;
}

function isUnknown(error: unknown): boolean {
  return error instanceof CallFailure && error.error.status === 404;
}
