import * as v from 'valibot';
import * as vscode from 'vscode';
import { parsedJson } from '../../../base/json.ts';
import { isId } from '../../../core/files/ifExists.ts';
import { resultsName, runName } from '../../../core/promptSets/run/runFile.ts';
import { type Run, runSchema } from '../../../core/promptSets/run/runRecord.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { sayWarning } from '../../shared/messages.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { bytesOf } from './batchFile.ts';

/**
 * Takes a run over that `prompt-set.mjs` made, from the folder that the user chooses: the newest, if there are several. Its models get
 * the connections that are at their addresses here. One that is here gets what the script has added since. Resolves with its id, or with
 * `undefined` if the user cancels.
 */
export async function openScriptRun({
  runs,
  connections,
}: Pick<RunServices, 'runs' | 'connections'>): Promise<string | undefined> {
  const title = t("Open a Script's Run");
  const options = { title, canSelectFolders: true, canSelectFiles: false, openLabel: t('Open') };
  const [folder] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (!folder) return undefined;
  const inside = await vscode.workspace.fs.readDirectory(folder);
  const places = [
    folder,
    ...inside.flatMap(([name]) => (isId(name) ? vscode.Uri.joinPath(folder, name) : [])),
  ];
  const found = (await Promise.all(places.map(runIn))).filter((one) => one !== undefined);
  const [newest] = found.sort((one, other) => other.run.createdAt - one.run.createdAt);
  if (!newest)
    throw new UserFacingError(
      t('{0} has no run: choose the folder that the script was given with --out.', shownPath(folder)),
    );
  const { place, run } = newest;
  const models = run.models.map((model) => {
    const here = connections.all.find(({ baseUrl }) => baseUrl === model.baseUrl);
    return here ? { ...model, connectionId: here.id } : model;
  });
  const results = vscode.Uri.joinPath(place, resultsName);
  const adopted = await cancellable(title, async (_say, signal) => {
    try {
      return await runs.adopt(
        { ...run, models },
        bytesOf(results, () => signal.throwIfAborted()),
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
  if (!adopted) return undefined;
  if (adopted === 'taken')
    void sayWarning(
      t('A window is adding to this run. Once that has ended, open it again for what the script added.'),
    );
  if (adopted === 'changed')
    void sayWarning(
      t(
        'The run was changed here, so what the script has added since is not in it. Delete it here and open it again to see that.',
      ),
    );
  return run.id;
}

async function runIn(place: vscode.Uri): Promise<{ place: vscode.Uri; run: Run } | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(place, runName));
    const read = v.safeParse(runSchema, parsedJson(new TextDecoder().decode(bytes)));
    return read.success && isId(read.output.id) ? { place, run: read.output } : undefined;
  } catch {
    // It has none.
    return undefined;
  }
}
