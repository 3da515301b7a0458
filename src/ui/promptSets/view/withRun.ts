import * as v from 'valibot';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { sayError } from '../../shared/messages.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { notClaimedText, notOpenedText } from '../words/endText.ts';

const runArgument = v.object({ runId: v.pipe(v.string(), v.uuid()) });

/** Returns a run's id from its row; `undefined` for anything else. */
export function runFrom(argument: unknown): string | undefined {
  return parsed(runArgument, argument)?.runId;
}

/** Opens a run while `work` uses it. */
export async function withRun(
  id: string | undefined,
  { runs }: Pick<RunServices, 'runs'>,
  work: (file: RunFile) => Promise<void>,
): Promise<void> {
  if (id === undefined) return;
  const file = await runs.open(id);
  try {
    // Another window may have deleted one that is open here.
    if (file && (await runs.store.has(id))) await work(file);
    else void sayError(await notOpenedText(id, runs.store));
  } finally {
    if (file) runs.close(id);
  }
}

/** Makes this window the run's owner, to add to it; release it later. Resolves with why that can't be, in a sentence. */
export async function whyNotClaimed(
  file: RunFile,
  { runs }: Pick<RunServices, 'runs'>,
  elsewhere: string,
): Promise<string | undefined> {
  if (runs.asking(file.run.id)) return t('Requests are being sent. Stop the run, or wait for its end.');
  return (await file.claim()) ? undefined : notClaimedText(file, elsewhere);
}
