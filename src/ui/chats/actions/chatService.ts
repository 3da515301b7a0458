import { ServiceError } from '../../../api/serviceError.ts';
import type { StreamChat } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import { type Column, deploymentFacts } from '../../../core/chats/tree/column.ts';
import { firstRequests } from '../../../core/exchange/firstRequests.ts';
import { findModel } from '../../../core/models/catalog.ts';
import type { WindowServices } from '../../models/windowServices.ts';

/** Returns what the sessions know of all connections: their chat endpoints, and their models as listed. */
export function chatService(
  { connections, clients, catalogs }: Pick<WindowServices, 'connections' | 'clients' | 'catalogs'>,
  isGone: (column: Column) => boolean,
): ChatService {
  return {
    ...firstRequests(),
    streamChat(connectionId) {
      const connection = connections.byId(connectionId);
      return connection ? clients.for(connection).streamChat : removedConnection;
    },
    isGone,
    readKept: (models) => catalogs.readKept(models),
    deployment({ connectionId, name }) {
      const connection = connections.byId(connectionId);
      const model = connection && findModel(catalogs.of(connection), name);
      return (
        model && deploymentFacts({ ...model.activeDeployment, ...defined({ servedBy: model.servedBy }) })
      );
    },
  };
}

const removedConnection: StreamChat = async () => {
  throw new ServiceError('noKey', 'The connection was removed.', {
    endpoint: 'POST /api/v1/chat/completions',
  });
};
