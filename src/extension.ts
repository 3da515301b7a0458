import * as vscode from 'vscode';
import { RecentModels } from './core/models/recentModels.ts';
import { registerAgentTools } from './ui/agentTools/registerAgentTools.ts';
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
import type { WindowServices } from './ui/models/windowServices.ts';
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
  const { extension, extensionUri, globalStorageUri, secrets, globalState: memory, subscriptions } = context;
  const stored = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const log = vscode.window.createOutputChannel('Hosted Models', { log: true });
  const environment = readEnvironment(process.env);

  const connections = new Connections(environment.baseUrl, log, memory);
  const keys = new KeyStore(secrets, environment.key);
  const clients = new ServiceClients(keys, chosenTransport(process.env), log);
  const pending = new PendingDeletions();
  const catalogs = new Catalogs({ connections, clients, pending, stored, log });
  const documents = new ReadOnlyDocuments();
  const offered = new OfferedModels(connections, memory);
  const view = new ModelsView({ connections, catalogs, pending, offered }, memory);
  const recent = new RecentModels(memory);

  const window: WindowServices = {
    ...{ extension, extensionUri, globalStorageUri, stored, memory, log },
    ...{ connections, keys, clients, catalogs, pending, documents, offered, view, recent },
  };
  const late = lateFeatures(window);
  subscriptions.push(
    ...[log, connections, keys, catalogs, pending, documents, offered, view, late],
    restorePages(late),
    registerLanguageModels(window),
    vscode.window.registerUriHandler({
      handleUri: (uri) => reportingErrors(log, 'link', () => late.openLink(uri)),
    }),
    registerCommands(window, late, log),
    registerAgentTools(late.agentTools, connections),
    followChanges(window, late),
    watchForOrphaned(view, stored('deletions'), late.deletions, log),
  );
}
