import * as vscode from 'vscode';
import { Emitter } from './base/emitter.ts';
import { RecentModels } from './core/models/recentModels.ts';
import { registerAgentTools } from './ui/agentTools/registerAgentTools.ts';
import { LastEditor } from './ui/chats/actions/lastEditor.ts';
import { chatTabCount } from './ui/chats/tab/chatTabCount.ts';
import { type ChatsView, createChatsView } from './ui/chats/view/chatsView.ts';
import { registerCommands } from './ui/commands.ts';
import { Connections } from './ui/connections/connections.ts';
import { KeyStore } from './ui/connections/keyStore.ts';
import { ServiceClients } from './ui/connections/serviceClients.ts';
import { watchForOrphaned } from './ui/deletion/watchForOrphaned.ts';
import { readEnvironment } from './ui/environment.ts';
import { followChanges } from './ui/followChanges.ts';
import { registerLanguageModels } from './ui/languageModels/registerLanguageModels.ts';
import { lateFeatures } from './ui/lateFeatures.ts';
import { Catalogs } from './ui/models/catalogs.ts';
import { OfferedModels } from './ui/models/offeredModels.ts';
import { PendingDeletions } from './ui/models/pendingDeletions.ts';
import { ModelsView } from './ui/models/view/modelsView.ts';
import { RunsView } from './ui/promptSets/view/runsView.ts';
import { restorePages } from './ui/restorePages.ts';
import { reportingErrors } from './ui/shared/errors/showError.ts';
import { ReadOnlyDocuments } from './ui/shared/readOnlyDocuments.ts';
import { loadSettings } from './ui/shared/settings.ts';
import { loadTexts } from './ui/shared/text/t.ts';
import { chosenTransport } from './ui/shared/transportSetting.ts';

/** Builds the object graph. Sends nothing and reads no secret: the views and commands do, when they are used. */
export function activate(context: vscode.ExtensionContext): void {
  loadTexts(vscode.l10n.bundle, vscode.env.language);
  loadSettings(vscode.workspace);
  const { globalStorageUri, secrets, globalState, subscriptions } = context;
  const stored = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const log = vscode.window.createOutputChannel('Hosted Models', { log: true });
  const environment = readEnvironment(process.env);

  const connections = new Connections(environment.baseUrl, log, globalState);
  const keys = new KeyStore(secrets, environment.key);
  const clients = new ServiceClients(keys, chosenTransport(process.env), log);
  const pending = new PendingDeletions();
  const catalogs = new Catalogs({ connections, clients, pending, stored, log });
  const documents = new ReadOnlyDocuments();
  const offered = new OfferedModels(connections, globalState);
  const view = new ModelsView({ connections, catalogs, pending, offered }, globalState);
  const recent = new RecentModels(globalState);
  const lastEditor = new LastEditor();
  const chatsChanged = new Emitter<string>();
  const chats = { list: async () => (await late.storage()).store.list(), onDidChange: chatsChanged.event };
  const chatsView: ChatsView = createChatsView(chats, connections, async () => {
    const { clear } = await late.storage();
    return clear(late.chats.made?.panels.hasUnshown ?? chatTabCount() > 0);
  });
  const runsView: RunsView = new RunsView(globalState, async () => (await late.runs()).list.rows());

  const parts = { connections, keys, clients, catalogs, pending, documents, offered, view, recent, log };
  const late = lateFeatures({ ...parts, context, chatsChanged, chatsView, runsView, lastEditor, stored });
  subscriptions.push(log, connections, keys, catalogs, pending, documents, offered, view, chatsView);
  subscriptions.push(
    runsView,
    lastEditor,
    restorePages(late),
    registerLanguageModels(parts),
    vscode.window.registerUriHandler({
      handleUri: (uri) => reportingErrors(log, 'link', () => late.openLink(uri)),
    }),
    registerCommands({ ...parts, ...late, context }),
    registerAgentTools(late.agentTools, connections),
    followChanges({ ...parts, ...late, chatsChanged }),
    watchForOrphaned(view, stored('deletions'), late.deletions, log),
    new vscode.Disposable(() => {
      late.deletions.made?.dispose();
      late.runs.made?.dispose();
      late.chats.made?.dispose();
      late.storage.made?.locks.dispose();
    }),
  );
}
