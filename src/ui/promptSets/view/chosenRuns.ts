import * as v from 'valibot';
import { parsed } from '../../shared/parsed.ts';

const runArgument = v.object({ runId: v.pipe(v.string(), v.uuid()) });

/** Returns a run's id from its row; `undefined` for anything else. */
export function runFrom(argument: unknown): string | undefined {
  return parsed(runArgument, argument)?.runId;
}
