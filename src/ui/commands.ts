import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Logger } from '../api/index.ts';
import type { ChatCommands } from './chats/view/chatCommands.ts';
import type { TurnCommands } from './chats/view/turnCommands.ts';
import { type CommandId, commandIds } from './commandIds.ts';
import type { ConnectionCommands } from './connections/connectionCommands.ts';
import type { LazyDeletion } from './deletion/lazyDeletion.ts';
import type { DetailsPanels } from './details/detailsPanels.ts';
import type { LazyDiagnosis } from './diagnosis/lazyDiagnosis.ts';
import type { LocalData } from './localData.ts';
import { chosenModels } from './models/chosenModels.ts';
import type { ModelCommands } from './models/modelCommands.ts';
import type { PendingDeletions } from './models/pendingDeletions.ts';
import type { ModelsView } from './models/view/modelsView.ts';
import type { ModelTools } from './modelTools.ts';
import type { RequestCommands } from './requestCode/requestCommands.ts';
import { reportingErrors } from './shared/errors/showError.ts';

export interface CommandParts {
  connections: ConnectionCommands;
  models: ModelCommands;
  modelsView: ModelsView;
  modelTools: ModelTools;
  details: DetailsPanels;
  deletions: LazyDeletion;
  pending: PendingDeletions;
  chats: ChatCommands;
  turns: TurnCommands;
  diagnosis: LazyDiagnosis;
  requests: RequestCommands;
  localData: LocalData;
  log: vscode.LogOutputChannel;
}

/** `selection`: all selected rows, where a view passes them. */
type Handler = (argument?: unknown, selection?: unknown) => unknown;

/** What each command does. */
function commandTable(parts: CommandParts): Record<CommandId, Handler> {
  const { connections, models, modelsView, details, deletions, pending, chats, turns, diagnosis, requests } =
    parts;
  return {
    addConnection: () => connections.add(),
    setApiKey: (from) => connections.setApiKey(from),
    clearApiKey: (from) => connections.clearApiKey(from),
    setHeaders: (from) => connections.setHeaders(from),
    renameConnection: (from) => connections.rename(from),
    makeReadOnly: (from) => connections.setReadOnly(from, true),
    makeWritable: (from) => connections.setReadOnly(from, false),
    diagnoseConnection: (from) => diagnosis.diagnose(from),
    removeConnection: (from) => connections.remove(from),
    repairConnection: (from) => connections.repair(from),
    refreshModels: () => modelsView.refresh(),
    refreshConnection: (from) => modelsView.refresh(connectionIdOf(from)),
    stopRefresh: () => modelsView.stopRefresh(),
    stopConnectionRefresh: (from) => modelsView.stopRefresh(connectionIdOf(from)),
    filterModels: (from) => models.filter(from),
    clearFilter: (from) => modelsView.clearFilter(connectionIdOf(from)),
    sortByNewest: () => modelsView.setSort('newest'),
    sortByName: () => modelsView.setSort('name'),
    exportModels: (from) => parts.modelTools.exportModels(from),
    markAllSeen: (from) => modelsView.seen.markAllSeen(connectionIdOf(from)),
    markSeen: (from, selection) => modelsView.seen.markSeen(chosenModels(from, selection)),
    openKeptJson: (from) => models.openKeptJson(from),
    goToModel: () => models.goToModel(),
    revealBaseModel: (from) => models.revealBaseModel(from),
    showLorasOf: (from) => models.showLorasOf(from),
    copyValue: (from) => models.copyValue(from),
    copyName: (from, selection) => models.copyName(from, selection),
    copyRequestAsCurl: (from) => requests.copyAs('bash', from),
    copyRequestAsCurlWindows: (from) => requests.copyAs('windows', from),
    copyRequestAsPython: (from) => requests.copyAs('python', from),
    copyRequestAsTypeScript: (from) => requests.copyAs('typescript', from),
    showDetails: (from) => showDetails(parts, from),
    showDetailsOf: () => showDetails(parts, undefined),
    openJson: (from) => models.openJson(from),
    compareJson: (from, selection) => parts.modelTools.compareJson(from, selection),
    sendTestRequest: (from, selection) => parts.modelTools.sendTestRequest(from, selection),
    deleteLora: async (from, selection) => (await deletions.feature()).deleteLora(from, selection),
    deleteLoras: async (from, selection) => (await deletions.feature()).many.deleteLoras(from, selection),
    stopDeletion: () => pending.bulk.stop(),
    retryDeletion: async (report) => (await deletions.feature()).many.tryAgain(report),
    checkDeletion: async (report) => (await deletions.feature()).many.checkNow(report),
    showDeletedLoras: async () => (await deletions.feature()).showDeleted(),
    chat: (from) => {
      modelsView.seen.look(from);
      return chats.newChat(from);
    },
    newChat: () => chats.newChat(),
    openChat: (from) => chats.open(from),
    addSelection: () => chats.addSelection(),
    searchChats: () => chats.search(),
    renameChat: (from) => chats.rename(from),
    pinChat: (from) => chats.pin(from, true),
    unpinChat: (from) => chats.pin(from, false),
    exportChat: (from, selection) => chats.export(from, selection),
    deleteChat: (from, selection) => chats.delete(from, selection),
    importChats: () => chats.import(),
    copyTurnAsMarkdown: (from) => turns.copyMarkdown(from),
    copyTurnAsPlainText: (from) => turns.copyPlain(from),
    forkChatHere: (from) => turns.fork(from),
    regenerateWith: (from) => turns.regenerateWith(from),
    showExchange: (from) => turns.showExchange(from),
    deleteTurn: (from) => turns.delete(from),
    deleteAllLocalData: () => parts.localData.deleteAll(),
    showLog: () => parts.log.show(),
    reportIssue: () => diagnosis.reportIssue(),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:hosted-models.hosted-models'),
  };

  async function showDetails({ models: commands }: CommandParts, from: unknown): Promise<void> {
    const ref = await commands.chosen(from, vscode.l10n.t('Show Details'));
    modelsView.seen.look(ref);
    if (ref) details.show(ref);
  }
}

/** Registers every command of the table; what one throws is said and logged, never lost. */
export function registerCommands(parts: CommandParts, log: Logger): vscode.Disposable {
  const table = commandTable(parts);
  const registrations = commandIds.map((id) =>
    vscode.commands.registerCommand(`hostedModels.${id}`, (argument?: unknown, selection?: unknown) =>
      reportingErrors(log, id, () => table[id](argument, selection)),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

function connectionIdOf(argument: unknown): string | undefined {
  const read = v.safeParse(v.object({ connectionId: v.string() }), argument);
  return read.success ? read.output.connectionId : undefined;
}
