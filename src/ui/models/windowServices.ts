import type * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import type { RecentModels } from '../../core/models/recentModels.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import type { Catalogs } from './catalogs.ts';
import type { OfferedModels } from './offeredModels.ts';
import type { PendingDeletions } from './pendingDeletions.ts';
import type { ModelsView } from './view/modelsView.ts';

/** What a window has from activation on, made in `extension.ts`. What needs little of it takes a `Pick`. */
export interface WindowServices {
  extension: vscode.Extension<unknown>;
  extensionUri: vscode.Uri;
  globalStorageUri: vscode.Uri;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
  memory: vscode.Memento;
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
  catalogs: Catalogs;
  pending: PendingDeletions;
  documents: ReadOnlyDocuments;
  offered: OfferedModels;
  view: ModelsView;
  recent: RecentModels;
  log: Logger;
}
