import type * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsState } from '../../protocol/details.ts';
import type { Connections } from '../connections/connections.ts';
import type { Catalogs } from '../models/catalogs.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';
import type { QueryOptions } from '../shared/stoppable.ts';

/** What a page needs from the rest of the extension. */
export interface DetailsParts {
  extensionUri: vscode.Uri;
  connections: Connections;
  catalogs: Catalogs;
  retrieve(connection: Connection, ref: ModelRef, options: QueryOptions): Promise<RetrievedModel>;
  isDeleted(ref: ModelRef): boolean;
  chatsWith(ref: ModelRef): Promise<DetailsState['chats']>;
  log: Logger;
}
