import * as vscode from 'vscode';
import { Emitter } from '../base/emitter.ts';
import { lazy } from '../base/lazy.ts';
import { WorkQueue } from '../base/workQueue.ts';
import { failureLine } from '../core/files/errorCode.ts';
import { idsIn } from '../core/files/ifExists.ts';
import { trackLastEditor } from './chats/actions/lastEditor.ts';
import { type ChatsView, createChatsView } from './chats/view/chatsView.ts';
import type { WindowServices } from './models/windowServices.ts';
import { RunsView } from './promptSets/view/runsView.ts';
import { keepHistory } from './shared/settings.ts';

export type LateFeatures = ReturnType<typeof lateFeatures>;

/** The views of chats and runs, and everything that is created on first use. */
export function lateFeatures(window: WindowServices) {
  const { connections, clients, catalogs, pending, offered, view, memory, stored, log } = window;
  const { extensionUri, globalStorageUri } = window;
  /** Fires with the id of a chat that was written, deleted or restored. */
  const chatsChanged = new Emitter<string>();
  const lastEditor = trackLastEditor();
  const features = () => import('./features.ts');
  const storage = lazy(async () => {
    const { ChatStore, openChatLibrary } = await import('../core/chats/chatLibrary.ts');
    const store = new ChatStore(stored('chats'), log);
    store.onDidChange((id) => chatsChanged.fire(id));
    return openChatLibrary(store, log, () => keepHistory.value);
  });
  const listed = { list: async () => (await storage()).store.list(), onDidChange: chatsChanged.event };
  const chatsView: ChatsView = createChatsView(listed, connections, async () => (await storage()).clear());
  const chats = lazy(async () =>
    (await features()).buildChats(window, await storage(), chatsView, lastEditor),
  );
  const details = lazy(async () => {
    const { DetailsPanels, modelChats, retrieveModel } = await features();
    return new DetailsPanels({
      ...{ connections, catalogs, clients, offered, extensionUri, log },
      retrieve: (connection, ref, options) => retrieveModel(clients.for(connection), ref, options),
      isDeleted: (ref) => pending.isDeleted(ref),
      chatsOf: async (ref) => modelChats((await storage()).store, ref),
    });
  });
  const deletions = lazy(async () =>
    (await features()).buildDeletions(window, () => view.isVisible && vscode.window.state.focused),
  );
  const diagnosis = lazy(async () => new (await features()).DiagnosisCommands(window));
  const tests = lazy(async () => {
    const { TestRequestCommands } = await features();
    return new TestRequestCommands(window, (await chats()).service);
  });
  const runsView: RunsView = new RunsView(memory, {
    hasRuns: async () => (await idsIn(stored('runs'), '')).length > 0,
    rows: async () => (await runs()).list.rows(),
  });
  const lookForRuns = () =>
    runsView.look().catch((error: unknown) => log.warn(failureLine('Runs could not be looked for', error)));
  void lookForRuns();
  // Another window may have made the first one.
  const onShow = view.onDidChangeVisibility(lookForRuns);
  const runs = lazy(async () => {
    const { buildRuns } = await import('./promptSets/buildRuns.ts');
    return buildRuns(window, await chats(), runsView);
  });
  const questions = new WorkQueue();
  const openLink = async (uri: vscode.Uri) =>
    (await features()).openLink(uri, {
      connections,
      async openChat(model, fill) {
        view.seen.look(model);
        await (await chats()).panels.create(model, { fill });
      },
      async openDetails(model) {
        (await details()).show(model);
        view.seen.look(model);
      },
      questions,
    });
  const agentTools = lazy(async () => new (await features()).AgentTools(window));
  const deleteAllLocalData = async () => {
    const { deleteAllLocalData, forgetAll } = await features();
    return deleteAllLocalData(globalStorageUri, window.keys, {
      async release() {
        await chats.made?.panels.closeAll();
        await runs.made?.closeAll();
        await (await deletions()).forget();
      },
      forget: () => forgetAll(window),
      async showNone() {
        storage.made?.search.forget();
        chatsView.refresh();
        await runsView.setShown(false);
      },
    });
  };
  return {
    ...{ chatsChanged, storage, chats, details, deletions, diagnosis, tests, runs, agentTools },
    openLink,
    deleteAllLocalData,
    dispose(): void {
      for (const one of [chatsView, onShow, runsView, lastEditor]) one.dispose();
      for (const { made } of [deletions, runs, chats]) made?.dispose();
      storage.made?.locks.dispose();
    },
  };
}
