import type { ChatService } from '../../core/chats/session/chatChange.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Catalogs } from '../models/catalogs.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';

/** What a test request needs from the rest of the extension. */
export interface TestRequestParts {
  connections: Connections;
  catalogs: Catalogs;
  clients: ServiceClients;
  service: ChatService;
  documents: Pick<ReadOnlyDocuments, 'open'>;
  view: Pick<ModelsView, 'selection'>;
}
