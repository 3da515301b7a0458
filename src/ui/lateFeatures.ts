import * as vscode from 'vscode';
import type { Emitter } from '../base/emitter.ts';
import { lazy } from '../base/lazy.ts';
import { WorkQueue } from '../base/workQueue.ts';
import { keyHint } from './chats/actions/keyHint.ts';
import type { LastEditor } from './chats/actions/lastEditor.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
import type { WindowParts } from './models/windowParts.ts';
import type { RunsView } from './promptSets/view/runsView.ts';
import { keepHistory } from './shared/settings.ts';

/** What exists from activation on. */
export interface Sources extends WindowParts {
  context: vscode.ExtensionContext;
  /** Fires with the id of a chat that was written, deleted or restored. */
  chatsChanged: Emitter<string>;
  chatsView: ChatsView;
  runsView: RunsView;
  lastEditor: LastEditor;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
}

export type LateFeatures = ReturnType<typeof lateFeatures>;

/** Everything that is created on first use. */
export function lateFeatures(sources: Sources) {
  const { context, connections, keys, clients, catalogs, pending, view, stored, log } = sources;
  const { extension, extensionUri, globalStorageUri, globalState: memory } = context;

  const hint = keyHint(memory);
  const features = () => import('./features.ts');
  const storage = lazy(async () => {
    const { ChatStore, openChatLibrary } = await import('../core/chats/chatLibrary.ts');
    const store = new ChatStore(stored('chats'), log);
    store.onDidChange((id) => sources.chatsChanged.fire(id));
    return openChatLibrary(store, log, () => keepHistory.value);
  });
  const chats = lazy(async () =>
    (await features()).buildChats({
      ...sources,
      ...{ extensionUri, globalStorageUri, keyHint: hint, storage: await storage() },
    }),
  );
  const details = lazy(async () => {
    const { DetailsPanels, modelChats, retrieveModel } = await features();
    return new DetailsPanels({
      ...sources,
      extensionUri,
      retrieve: (connection, ref, options) => retrieveModel(clients.for(connection), ref, options),
      isDeleted: (ref) => pending.isDeleted(ref),
      chatsOf: async (ref) => modelChats((await storage()).store, ref),
    });
  });
  const deletions = lazy(async () => {
    const isInSight = () => view.isVisible && vscode.window.state.focused;
    const paths = { journalPath: stored('deleted.jsonl'), openFolder: stored('deletions') };
    return (await features()).buildDeletions({ ...sources, ...paths, isInSight });
  });
  const diagnosis = lazy(async () => new (await features()).DiagnosisCommands({ ...sources, extension }));
  const tests = lazy(async () => {
    const { TestRequestCommands } = await features();
    return new TestRequestCommands({ ...sources, service: (await chats()).service });
  });
  const runs = lazy(async () => {
    const { buildRuns } = await import('./promptSets/buildRuns.ts');
    return buildRuns({ ...sources, extensionUri, chats: await chats() });
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
  const agentTools = lazy(async () => new (await features()).AgentTools(sources));
  const deleteAllLocalData = async () =>
    (await features()).deleteAllLocalData(globalStorageUri, keys, {
      async release() {
        await chats.made?.panels.closeAll();
        await runs.made?.closeAll();
        await (await deletions()).forget();
      },
      forget() {
        view.forgetLooks();
        sources.recent.forgetAll();
        connections.forgetRemoved();
        sources.offered.memory.forgetAll();
        hint.showAgain();
        catalogs.forgetAll();
      },
      async showNone() {
        storage.made?.search.forget();
        sources.chatsView.refresh();
        await sources.runsView.setShown(false);
      },
    });
  return {
    storage,
    chats,
    details,
    deletions,
    diagnosis,
    tests,
    runs,
    openLink,
    agentTools,
    deleteAllLocalData,
  };
}
