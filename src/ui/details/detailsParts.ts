import type * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsState } from '../../protocol/details.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';
import type { WindowServices } from '../models/windowServices.ts';
import type { QueryOptions } from '../shared/stoppable.ts';

/** What a page needs from the rest of the extension. */
export interface DetailsParts
  extends Pick<WindowServices, 'connections' | 'catalogs' | 'clients' | 'offered' | 'log'> {
  extensionUri: vscode.Uri;
  retrieve(connection: Connection, ref: ModelRef, options: QueryOptions): Promise<RetrievedModel>;
  isDeleted(ref: ModelRef): boolean;
  chatsOf(ref: ModelRef): Promise<DetailsState['chats']>;
}

export const detailsPanelType = 'hostedModels.details';
