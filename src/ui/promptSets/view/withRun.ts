import * as v from 'valibot';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { sayError } from '../../shared/messages.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { newerText, notOpenedText } from '../words/endText.ts';

const runArgument = v.object({ runId: v.pipe(v.string(), v.uuid()) });

/** Returns a run's id from its row; `undefined` for anything else. */
export function runFrom(argument: unknown): string | undefined {
  return parsed(runArgument, argument)?.runId;
}

/** Opens a run while `work` uses it. */
export async function withRun(
  id: string | undefined,
  { runs }: Pick<RunParts, 'runs'>,
  work: (file: RunFile) => Promise<void>,
): Promise<void> {
  if (id === undefined) return;
  const file = await runs.open(id);
  if (!file) return void sayError(await notOpenedText(id, runs.store));
  try {
    await work(file);
  } finally {
    runs.close(id);
  }
}

/** Makes this window the run's owner, to add to it; release it later. Resolves with why that can't be, in a sentence. */
export async function whyNotClaimed(
  file: RunFile,
  { runs }: Pick<RunParts, 'runs'>,
  elsewhere: string,
): Promise<string | undefined> {
  if (runs.asking(file.run.id)) return t('Requests are being sent. Stop the run, or wait for its end.');
  if (await runs.claim(file)) return undefined;
  return file.isNewer ? newerText() : elsewhere;
}
