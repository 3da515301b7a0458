import * as vscode from 'vscode';
import { connectionIdFrom } from './connections/pickConnection.ts';
import type { LateFeatures } from './lateFeatures.ts';
import { chosenModels, modelFrom } from './models/modelArguments.ts';
import type { WindowServices } from './models/windowServices.ts';
import { reportingErrors } from './shared/errors/showError.ts';
import { sayInfo } from './shared/messages.ts';
import { isByKey } from './shared/ownRows.ts';
import { t } from './shared/text/t.ts';

/** `selection`: all selected rows, if a view passes them. */
type Handler = (argument?: unknown, selection?: unknown) => unknown;

/** What each command does, by its id without the prefix. */
function commandTable(
  window: WindowServices,
  late: LateFeatures,
  log: vscode.LogOutputChannel,
): Record<string, Handler> {
  const { pending, view } = window;
  const { chats, deletions, details, diagnosis, runs, tests } = late;
  const features = () => import('./features.ts');
  const connections = async () => (await features()).connectionCommands;
  const models = async () => (await features()).modelCommands;
  const offers = async () => (await features()).offerCommands;
  const chatCommands = async () => (await chats()).commands;
  const existingRuns = async () => (await runs()).existing;
  return {
    addConnection: async () => (await connections()).addConnection(window),
    setApiKey: async (from) => (await connections()).setApiKey(window, from),
    clearApiKey: async (from) => (await connections()).clearApiKey(window, from),
    setHeaders: async (from) => (await connections()).setHeaders(window, from),
    renameConnection: async (from) => (await connections()).renameConnection(window, from),
    makeReadOnly: async (from) => (await connections()).makeReadOnly(window, from),
    makeWritable: async (from) => (await connections()).makeWritable(window, from),
    diagnoseConnection: async (from) => (await diagnosis()).diagnose(from),
    removeConnection: async (from) => (await connections()).removeConnection(window, from),
    refreshModels: () => view.refresh(),
    refreshConnection: (from) => view.refresh(connectionIdFrom(from)),
    stopRefresh: () => view.stopRefresh(),
    stopConnectionRefresh: (from) => view.stopRefresh(connectionIdFrom(from)),
    filterModels: async (from) => (await models()).filter(window, from),
    editFilter: async (from) => (await models()).editFilter(window, from),
    clearFilter: (from) => view.clearFilter(connectionIdFrom(from)),
    sortByNewest: () => view.setSort('newest'),
    sortByName: () => view.setSort('name'),
    exportModels: async (from) => (await features()).exportModels(window, from),
    markAllSeen: () => view.seen.markAllSeen(),
    markConnectionSeen: (from) => view.seen.markAllSeen(connectionIdFrom(from)),
    markSeen: (from, selection) => view.seen.markSeen(chosenModels(from, selection)),
    openKeptJson: async (from) => (await models()).openKeptJson(window, from),
    goToModel: async () => (await models()).goToModel(window),
    revealBaseModel: async (from) => (await models()).revealBaseModel(window, from),
    showLorasOf: async (from) => (await models()).showLorasOf(window, from),
    copyValue: async (from) => (await models()).copyValue(from),
    copyName: async (from, selection) => (await models()).copyName(window, from, selection),
    addToVscodeChat: async (from, selection) => (await offers()).addToVscodeChat(window, from, selection),
    addModelToVscodeChat: async () => (await offers()).addToVscodeChat(window, undefined, undefined),
    setContextSize: async (from) => (await offers()).setContextSize(window, from),
    openHidingSetting: async () => (await offers()).openHidingSetting(),
    removeFromVscodeChat: async (from, selection) =>
      (await offers()).removeFromVscodeChat(window, from, selection),
    copyLink: async (from, selection) => (await features()).copyLink(window, from, selection),
    copyRequestAsCurl: async (from) => (await chats()).copyRequestAs('bash', from),
    copyRequestAsCurlWindows: async (from) => (await chats()).copyRequestAs('windows', from),
    copyRequestAsPython: async (from) => (await chats()).copyRequestAs('python', from),
    copyRequestAsTypeScript: async (from) => (await chats()).copyRequestAs('typescript', from),
    showDetails: async (from) => showDetails(modelFrom(from) ?? (await chats.made?.activeModel())),
    showDetailsOf: () => showDetails(undefined),
    openJson: async (from) => (await models()).openJson(window, from),
    compareJson: async (from, selection) => (await features()).compareJson(window, from, selection),
    compareJsonWithBefore: async (from) => (await features()).compareJsonWithBefore(window, from),
    compareWithBase: async (from) => (await chats()).columns.withBase(from),
    compareLoraWithBase: async () => (await chats()).columns.withBase(),
    compareModels: async (from, selection) => (await chats()).columns.models(from, selection),
    compareWith: async () => (await chats()).columns.with(),
    chooseChatModel: async () => (await chats()).tab.chooseModel(),
    showChatSettings: async () => (await chats()).tab.showSettings(),
    toggleBlind: async () => (await chats()).tab.toggleBlind(),
    toggleOneAtATime: async () => (await chats()).tab.toggleOneAtATime(),
    toggleWithoutEarlier: async () => (await chats()).tab.toggleWithoutEarlier(),
    sendTestRequest: async (from, selection) => (await tests()).send(from, selection),
    sendTestRequestTo: async () => (await tests()).send(),
    testWeights: async (from) => (await chats()).weights.test(from),
    manageAdapters: async (from) => (await chats()).weights.adapters.manage(from),
    deleteLora: (from, selection) =>
      view.whileDeleting(from, async () => (await deletions()).deleteLora(from, selection)),
    deleteLoras: async (from, selection) => (await deletions()).deleteLoras(from, selection),
    // VS Code gives a button of the view's title the focused row, which may be none of those meant.
    deleteShownLoras: async () => (await deletions()).deleteLoras(),
    stopDeletion: () => pending.bulk.stop(),
    retryDeletion: async (report) => (await deletions()).many.tryAgain(report),
    checkDeletion: async (report) => (await deletions()).many.checkNow(report),
    showDeletedLoras: async () => (await deletions()).showDeleted(),
    chat: async (from) => {
      const ref = (await models()).modelToChat(window, from);
      view.seen.look(ref);
      if (ref || !isByKey(from)) await (await chatCommands()).newChat(ref);
    },
    newChat: async () => (await chatCommands()).newChat(),
    openChat: async (from) => (await chatCommands()).open(from),
    openChatToSide: async (from) => (await chatCommands()).open(from, vscode.ViewColumn.Beside),
    addSelection: async () => (await chatCommands()).addSelection(),
    searchChats: async () => (await chatCommands()).search(),
    renameChat: async (from) => (await chatCommands()).rename(from),
    pinChat: async (from) => (await chatCommands()).pin(from, true),
    unpinChat: async (from) => (await chatCommands()).pin(from, false),
    exportChat: async (from, selection) => (await chatCommands()).export(from, selection),
    addToPromptSet: async (from, selection) => (await chatCommands()).addToPromptSet(from, selection),
    deleteChat: async (from, selection) => (await chatCommands()).delete(from, selection),
    undoDelete: async () => (await chatCommands()).undoDelete(),
    showDeletedChats: async () => (await chatCommands()).showDeleted(),
    importChats: async () => (await chatCommands()).import(),
    copySelection: async (from) => (await chats()).turns.copySelection(from),
    copyTurnAsMarkdown: async (from) => (await chats()).turns.copyMarkdown(from),
    copyTurnAsPlainText: async (from) => (await chats()).turns.copyPlain(from),
    forkChatHere: async (from) => (await chats()).turns.fork(from),
    regenerateWith: async (from) => (await chats()).turns.regenerateWith(from),
    addTurnToPromptSet: async (from) => (await chats()).turns.addToPromptSet(from),
    showExchange: async (from) => (await chats()).turns.showExchange(from),
    deleteTurn: async (from) => (await chats()).turns.delete(from),
    runPromptSet: async (from) => (await runs()).start.runPromptSet(from),
    exportCiFolder: async (from) => (await runs()).batch.exportCiFolder(from),
    runPromptSetOn: async (from, selection) => (await runs()).start.runPromptSetOn(from, selection),
    openRun: async (from) => (await existingRuns()).openRun(from),
    runMissing: async (from) => (await existingRuns()).runMissing(from),
    runAgain: async (from) => (await existingRuns()).runAgain(from),
    judgeRun: async (from) => (await existingRuns()).judgeRun(from),
    exportRun: async (from) => (await existingRuns()).exportRun(from),
    compareRuns: async (from) => (await existingRuns()).compareRuns(from),
    checkRunAgain: async (from) => (await existingRuns()).checkRunAgain(from),
    showRunSet: async (from) => (await existingRuns()).showRunSet(from),
    deleteRun: async (from, selection) => (await existingRuns()).deleteRun(from, selection),
    exportSetForBatch: async () => (await runs()).batch.exportSetForBatch(),
    exportForBatch: async (from) => (await runs()).batch.exportForBatch(from),
    exportMissing: async (from) => (await runs()).batch.exportMissing(from),
    copyBatchCommand: async (from) => (await runs()).batch.copyBatchCommand(from),
    importResults: async (from) => (await runs()).batch.importResults(from),
    deleteAllLocalData: () => late.deleteAllLocalData(),
    openDocumentation: async (page) => (await features()).openDocumentation(window, page),
    // VS Code lists it only once the extension is active, so that none opens by itself after the installation.
    async openWalkthrough() {
      const id = 'hosted-models.hosted-models#firstSteps';
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
      // VS Code ticks a step only if its condition becomes true after the walkthrough was read, which may be now.
      await vscode.commands.executeCommand('setContext', 'hostedModels.isWalkthroughOpen', true);
    },
    showLog: () => log.show(),
    reportIssue: async () => (await diagnosis()).reportIssue(),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:hosted-models.hosted-models'),
    openConnectionsSetting: () =>
      // This argument is internal to VS Code; its Settings editor passes it.
      vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: 'hostedModels.connections' },
      }),
  };

  async function showDetails(from: unknown): Promise<void> {
    const ref = await (await models()).chosenModel(window, from, t('Show Details'));
    if (ref) (await details()).show(ref);
    view.seen.look(ref);
  }
}

/** Registers all commands; whatever one throws is shown and logged, never lost. */
export function registerCommands(
  window: WindowServices,
  late: LateFeatures,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const registrations = Object.entries(commandTable(window, late, log)).map(([name, handle]) => {
    const id = `hostedModels.${name}`;
    return vscode.commands.registerCommand(id, (...args: unknown[]) =>
      reportingErrors(log, name, () =>
        // Without its row, a command would take something else: the active chat, or the selected rows.
        hasLostRow(id, args, window.extension)
          ? void sayInfo(t('The list was being refreshed, so nothing was done. Try again.'))
          : handle(...args),
      ),
    );
  });
  return vscode.Disposable.from(...registrations);
}

/** The part of the manifest that says where commands are offered, by the menu's id. */
type Menus = Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;

/**
 * Whether VS Code called a row's command without its row. It passes the row and, if several are selected, those; but from the moment
 * a view redraws its tree until VS Code has asked for the rows again, it doesn't know them (extHostTreeViews.ts). A command of a
 * view's title is called like that whenever no row has the focus.
 */
function hasLostRow(
  command: string,
  args: readonly unknown[],
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
): boolean {
  if (args.length !== 2 || args.some((one) => one !== undefined && one !== null)) return false;
  const { menus } = packageJSON.contributes;
  return isIn('view/item/context', command, menus) && !isIn('view/title', command, menus);
}

/** Whether a menu or one of its submenus has the command. */
function isIn(menu: string, command: string, menus: Menus): boolean {
  return (menus[menu] ?? []).some(
    (entry) =>
      entry.command === command || (entry.submenu !== undefined && isIn(entry.submenu, command, menus)),
  );
}
