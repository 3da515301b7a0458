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

/** What a window has from activation on; each feature picks what it needs. */
export interface WindowParts {
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
