import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { apiUrl } from '../../../core/connections/connection.ts';
import { type BatchEngine, batchCommand } from '../../../core/promptSets/batch/batchCommand.ts';
import { type BatchModel, RefusedName } from '../../../core/promptSets/batch/commandParts.ts';
import type { Run, RunModel, WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { scriptName } from '../../../core/promptSets/transfer/ciFolder.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';

export type CommandServices = Pick<RunServices, 'connections' | 'catalogs' | 'keys' | 'extensionUri'>;

/**
 * Returns commands that have an engine answer a run's files: one after the other if the models are of several connections. Rejects with
 * why there can be none.
 */
export async function commandText(
  engine: BatchEngine,
  { models }: Pick<Run, 'models'>,
  written: WrittenBatch,
  { connections, catalogs, keys, extensionUri }: CommandServices,
): Promise<string> {
  const folder = vscode.Uri.parse(written.folder);
  const about = {
    folder: folder.scheme === 'file' ? folder.fsPath : folder.path,
    script: vscode.Uri.joinPath(extensionUri, 'docs/prompt-sets/prompt_set_on_ray.py').fsPath,
    ownScript: vscode.Uri.joinPath(extensionUri, 'dist', scriptName).fsPath,
  };
  await catalogs.readKept(models);
  const texts: string[] = [];
  for (const [id, own] of Map.groupBy(models, ({ connectionId }) => connectionId)) {
    const all = batchModels(own, models, written, catalogs);
    const asked = all.filter(({ name, files }) => files.length > 0 || all.some(({ base }) => base === name));
    if (!asked.some(({ files }) => files.length > 0)) continue;
    const connection = connections.byId(id);
    if (!connection)
      throw new UserFacingError(
        t('The connection of {0} was removed. Add it again, and then copy the command.', modelList(own)),
      );
    const command = {
      ...{ ...about, models: asked, apiUrl: apiUrl(connection) },
      headerNames: Object.keys(await keys.headers(connection)),
    };
    texts.push(refusing(() => batchCommand(engine, command)));
  }
  return texts.join('\n');
}

/** Models by the names that their requests have. Of one that is compared with itself, all files are answered by one. */
function batchModels(
  own: readonly RunModel[],
  models: readonly RunModel[],
  { files, wireNames }: WrittenBatch,
  catalogs: CommandServices['catalogs'],
): BatchModel[] {
  return [...Map.groupBy(own, ({ name }) => name)].map(([name, alike]) => {
    const connectionId = alike[0]?.connectionId ?? '';
    const known =
      catalogs.find({ connectionId, kind: 'lora', name }) ??
      catalogs.find({ connectionId, kind: 'baseModel', name });
    const deployment = known?.activeDeployment;
    return {
      name: wireNames[alike[0] ? models.indexOf(alike[0]) : -1] ?? name,
      source: deployment?.modelName,
      base: known?.kind === 'lora' ? known.activeDeployment?.baseModelName : undefined,
      files: alike.flatMap((model) => files[models.indexOf(model)] ?? []),
    };
  });
}

function modelList(models: readonly RunModel[]): string {
  return models.map(({ name }) => cleanText(name, 80)).join(', ');
}

function refusing(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (error instanceof RefusedName) throw new UserFacingError(t(...error.said), { cause: error });
    throw error;
  }
}
