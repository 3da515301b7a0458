import * as vscode from 'vscode';
import { spooled } from '../../../core/files/temporaryFiles.ts';
import { RefusedName } from '../../../core/promptSets/batch/commandParts.ts';
import { pointsToldApart } from '../../../core/promptSets/report/discordance.ts';
import { keptSetLines, setLines } from '../../../core/promptSets/report/keptSet.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { comparedModels, defaultMaxTokens } from '../../../core/promptSets/run/runRecord.ts';
import { baselineLines } from '../../../core/promptSets/transfer/baseline.ts';
import {
  baselineName,
  type CiPlan,
  ciFiles,
  scriptName,
} from '../../../core/promptSets/transfer/ciFolder.ts';
import { shownName } from '../../../core/shownName.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { copyOver, writing } from '../../shared/exportFile.ts';
import { sayInfo } from '../../shared/messages.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { fileName, shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import type { Draft } from '../start/planText.ts';
import { promptsOf, type ReadSet } from '../start/readSet.ts';
import { chooseFolder } from './exportForBatch.ts';

export type CiServices = Pick<RunServices, 'connections' | 'keys' | 'extensionUri'>;

/** *Export… › CI Folder…* of a run: what its adapter did is the baseline. */
export async function exportRunForCi(file: RunFile, services: CiServices): Promise<void> {
  const { run, index } = file;
  const compared = comparedModels(run);
  const names = compared.map((model) => shownName(run.models[model]?.name ?? '', 60));
  const placeHolder = t('Whose outcomes are the baseline?');
  const chosen = names.length < 2 ? names[0] : await vscode.window.showQuickPick(names, { placeHolder });
  if (names.length > 1 && chosen === undefined) return;
  const model = compared[chosen === undefined ? -1 : names.indexOf(chosen)] ?? 0;
  const { connectionId = '', name: adapter = '' } = run.models[model] ?? {};
  const units = new Set(index.askedOrder.filter((at) => index.isChecked(at)).map((at) => index.unitOf(at)));
  const asked = { adapter, base: undefined, settings: run.settings, repetitions: run.repetitions };
  await exportFolder(run.set.name, connectionId, { ...asked, points: pointsOf(units.size) }, services, {
    set: () => keptSetLines(file),
    baseline: () => baselineLines(file, model),
  });
}

/** *Export CI Folder…* of a set: an adapter is compared with its base. */
export async function exportSetForCi(set: ReadSet, draft: Draft, services: CiServices): Promise<void> {
  const [base, adapter] = draft.models;
  if (!base || !adapter || draft.models.length > 2 || base.connectionId !== adapter.connectionId)
    throw new UserFacingError(t('Choose two models of one connection: the base and the adapter.'));
  const settings = { maxTokens: defaultMaxTokens, ...draft.settings };
  const asked = { adapter: adapter.name, base: base.name, settings, repetitions: draft.repetitions };
  const { signal } = new AbortController();
  await exportFolder(set.name, base.connectionId, { ...asked, points: pointsOf(set.units) }, services, {
    set: () => setLines(promptsOf(set, signal)),
  });
}

function pointsOf(units: number): number {
  return minimumDifference.value * 100 || pointsToldApart(units);
}

async function exportFolder(
  setName: string,
  connectionId: string,
  asked: Pick<CiPlan, 'adapter' | 'base' | 'settings' | 'repetitions' | 'points'>,
  { connections, keys, extensionUri }: CiServices,
  content: { set: () => AsyncIterable<string>; baseline?: () => AsyncIterable<string> },
): Promise<void> {
  const connection = connections.byId(connectionId);
  if (!connection)
    throw new UserFacingError(t('The connection of this run was removed. Add it again first.'));
  const { baseUrl, kind, allowHttp = false } = connection;
  const headerNames = Object.keys(await keys.headers(connection));
  const set = `${fileName(setName.replace(/\.\w+$/u, ''), 'prompts')}.jsonl`;
  const plan = { ...asked, set, baseUrl, kind, allowHttp, headerNames };
  const files = filesOf({ ...plan, place: '' });
  const all = [...Object.keys(files), scriptName, set, ...(content.baseline ? [baselineName] : [])];
  const folder = await chooseFolder(t('Export CI Folder: {0}', setName), (there) =>
    all.filter((name) => there.includes(name)),
  );
  if (!folder) return;
  const inWorkspace = vscode.workspace.getWorkspaceFolder(folder)
    ? vscode.workspace.asRelativePath(folder, false)
    : '';
  const place = inWorkspace !== folder.fsPath && /^[\w./ -]+$/u.test(inWorkspace) ? inWorkspace : '';
  const isWritten = await cancellable(t('Exporting {0}', setName), async (_say, signal) => {
    const write = (name: string, pieces: AsyncIterable<string>) => {
      const target = vscode.Uri.joinPath(folder, name);
      return spooled(pieces, signal, (path) => writing(target, copyOver(vscode.Uri.file(path), target)));
    };
    try {
      await write(set, content.set());
      if (content.baseline) await write(baselineName, content.baseline());
      const script = vscode.Uri.joinPath(folder, scriptName);
      await writing(script, copyOver(vscode.Uri.joinPath(extensionUri, 'dist', scriptName), script));
      for (const [name, text] of Object.entries(filesOf({ ...plan, place }))) {
        const target = vscode.Uri.joinPath(folder, name);
        await writing(target, vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text)));
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  });
  if (!isWritten) return;
  const open = t('Open');
  const said = t('The CI folder was written to {0}. Its README says how to set the key.', shownPath(folder));
  if ((await sayInfo(said, open)) === open)
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, 'README.md'));
}

function filesOf(plan: CiPlan): Record<string, string> {
  try {
    return ciFiles(plan);
  } catch (error) {
    if (error instanceof RefusedName) throw new UserFacingError(t(...error.said), { cause: error });
    throw error;
  }
}
