import * as vscode from 'vscode';
import { RestoreFault, restoreRun } from '../../../core/promptSets/batch/restoreRun.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { bytesOf } from './batchFile.ts';

/**
 * Brings a run back that was deleted here, from the `.run.json` that was written with its requests, which the user chooses. Resolves with
 * the run's id, or with `undefined` if the user cancels. Rejects with what to tell the user.
 */
export async function restoreDeleted({ runs }: Pick<RunServices, 'runs'>): Promise<string | undefined> {
  const title = t('Bring Back a Deleted Run');
  const filters = { [t("A run's .run.json file")]: ['json'] };
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: t('Bring Back'), filters })) ?? [];
  if (!uri) return undefined;
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  return cancellable(title, async (_say, signal) => {
    const isHere = (id: string) => runs.store.has(id);
    let made: RunFile | undefined;
    const make = async (...given: Parameters<typeof runs.restore>) => {
      made = await runs.restore(...given);
      return made;
    };
    try {
      const file = await restoreRun(stoppable(bytesOf(uri), signal), folder, isHere, make);
      made = undefined;
      const { id } = file.run;
      await file.release();
      runs.close(id);
      return id;
    } catch (error) {
      if (made) {
        // Without its last line it could not be imported into.
        await runs.delete(made.run.id).finally(() => made && runs.close(made.run.id, made));
      }
      if (signal.aborted) return undefined;
      if (!(error instanceof RestoreFault)) throw error;
      throw new UserFacingError(t('{0}: {1}', shownPath(uri), t(...error.said)), { cause: error });
    }
  });
}

async function* stoppable(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  for await (const piece of bytes) {
    signal.throwIfAborted();
    yield piece;
  }
}
