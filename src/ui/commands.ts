import * as v from 'valibot';
import * as vscode from 'vscode';
import { type CommandId, commandIds } from './commandIds.ts';
import type { Connections } from './connections/connections.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import type { LateFeatures } from './lateFeatures.ts';
import type { Catalogs } from './models/catalogs.ts';
import { chosenModels } from './models/chosenModels.ts';
import type { PendingDeletions } from './models/pendingDeletions.ts';
import type { ModelsView } from './models/view/modelsView.ts';
import { reportingErrors } from './shared/errors/showError.ts';
import type { ReadOnlyDocuments } from './shared/readOnlyDocuments.ts';

export interface CommandParts extends Omit<LateFeatures, 'storage'> {
  connections: Connections;
  catalogs: Catalogs;
  clients: ServiceClients;
  documents: ReadOnlyDocuments;
  pending: PendingDeletions;
  view: ModelsView;
  log: vscode.LogOutputChannel;
}

/** `selection`: all selected rows, if a view passes them. */
type Handler = (argument?: unknown, selection?: unknown) => unknown;

/** What each command does. */
function commandTable(parts: CommandParts): Record<CommandId, Handler> {
  const { chats, deletions, details, diagnosis, forConnections, models, pending, tests, view } = parts;
  return {
    addConnection: async () => (await forConnections()).add(),
    setApiKey: async (from) => (await forConnections()).setApiKey(from),
    clearApiKey: async (from) => (await forConnections()).clearApiKey(from),
    setHeaders: async (from) => (await forConnections()).setHeaders(from),
    renameConnection: async (from) => (await forConnections()).rename(from),
    makeReadOnly: async (from) => (await forConnections()).setReadOnly(from, true),
    makeWritable: async (from) => (await forConnections()).setReadOnly(from, false),
    diagnoseConnection: async (from) => (await diagnosis()).diagnose(from),
    removeConnection: async (from) => (await forConnections()).remove(from),
    repairConnection: async (from) => (await forConnections()).repair(from),
    refreshModels: () => view.refresh(),
    refreshConnection: (from) => view.refresh(connectionIdOf(from)),
    stopRefresh: () => view.stopRefresh(),
    stopConnectionRefresh: (from) => view.stopRefresh(connectionIdOf(from)),
    filterModels: async (from) => (await models()).filter(from),
    clearFilter: (from) => view.clearFilter(connectionIdOf(from)),
    sortByNewest: () => view.setSort('newest'),
    sortByName: () => view.setSort('name'),
    exportModels: async (from) => (await import('./features.ts')).exportModels(parts, from),
    markAllSeen: (from) => view.seen.markAllSeen(connectionIdOf(from)),
    markSeen: (from, selection) => view.seen.markSeen(chosenModels(from, selection)),
    openKeptJson: async (from) => (await models()).openKeptJson(from),
    goToModel: async () => (await models()).goToModel(),
    revealBaseModel: async (from) => (await models()).revealBaseModel(from),
    showLorasOf: async (from) => (await models()).showLorasOf(from),
    copyValue: async (from) => (await models()).copyValue(from),
    copyName: async (from, selection) => (await models()).copyName(from, selection),
    copyRequestAsCurl: async (from) => (await chats()).requests.copyAs('bash', from),
    copyRequestAsCurlWindows: async (from) => (await chats()).requests.copyAs('windows', from),
    copyRequestAsPython: async (from) => (await chats()).requests.copyAs('python', from),
    copyRequestAsTypeScript: async (from) => (await chats()).requests.copyAs('typescript', from),
    showDetails: (from) => showDetails(from),
    showDetailsOf: () => showDetails(undefined),
    openJson: async (from) => (await models()).openJson(from),
    compareJson: async (from, selection) =>
      (await import('./features.ts')).compareJson(parts, from, selection),
    sendTestRequest: async (from, selection) => (await tests()).send(from, selection),
    deleteLora: async (from, selection) => (await deletions()).deleteLora(from, selection),
    deleteLoras: async (from, selection) => (await deletions()).deleteLoras(from, selection),
    stopDeletion: () => pending.bulk.stop(),
    retryDeletion: async (report) => (await deletions()).many.tryAgain(report),
    checkDeletion: async (report) => (await deletions()).many.checkNow(report),
    showDeletedLoras: async () => (await deletions()).showDeleted(),
    chat: async (from) => {
      view.seen.look(from);
      return (await chats()).commands.newChat(from);
    },
    newChat: async () => (await chats()).commands.newChat(),
    openChat: async (from) => (await chats()).commands.open(from),
    addSelection: async () => (await chats()).commands.addSelection(),
    searchChats: async () => (await chats()).commands.search(),
    renameChat: async (from) => (await chats()).commands.rename(from),
    pinChat: async (from) => (await chats()).commands.pin(from, true),
    unpinChat: async (from) => (await chats()).commands.pin(from, false),
    exportChat: async (from, selection) => (await chats()).commands.export(from, selection),
    deleteChat: async (from, selection) => (await chats()).commands.delete(from, selection),
    importChats: async () => (await chats()).commands.import(),
    copyTurnAsMarkdown: async (from) => (await chats()).turns.copyMarkdown(from),
    copyTurnAsPlainText: async (from) => (await chats()).turns.copyPlain(from),
    forkChatHere: async (from) => (await chats()).turns.fork(from),
    regenerateWith: async (from) => (await chats()).turns.regenerateWith(from),
    showExchange: async (from) => (await chats()).turns.showExchange(from),
    deleteTurn: async (from) => (await chats()).turns.delete(from),
    deleteAllLocalData: async () => (await parts.localData()).deleteAll(),
    showLog: () => parts.log.show(),
    reportIssue: async () => (await diagnosis()).reportIssue(),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:hosted-models.hosted-models'),
  };

  async function showDetails(from: unknown): Promise<void> {
    const ref = await (await models()).chosen(from, vscode.l10n.t('Show Details'));
    view.seen.look(ref);
    if (ref) (await details()).show(ref);
  }
}

/** Registers every command of the table; whatever one throws is shown and logged, never lost. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  const table = commandTable(parts);
  const registrations = commandIds.map((id) =>
    vscode.commands.registerCommand(`hostedModels.${id}`, (argument?: unknown, selection?: unknown) =>
      reportingErrors(parts.log, id, () => table[id](argument, selection)),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

function connectionIdOf(argument: unknown): string | undefined {
  const read = v.safeParse(v.object({ connectionId: v.string() }), argument);
  return read.success ? read.output.connectionId : undefined;
}
