import { ServiceError } from '../../../api/serviceError.ts';
import type { StreamChat } from '../../../api/types.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import { FirstRequests } from '../../../core/chats/session/firstRequests.ts';
import type { WindowParts } from '../../models/windowParts.ts';

/** The chat endpoints of all connections, for the sessions. */
export function chatService({
  connections,
  clients,
}: Pick<WindowParts, 'connections' | 'clients'>): ChatService {
  const first = new FirstRequests();
  return {
    streamChat(connectionId) {
      const connection = connections.byId(connectionId);
      if (!connection) return removedConnection;
      const client = clients.for(connection);
      return first.watch(connectionId, (request, options) => client.streamChat(request, options));
    },
    isFirstRequest: (connectionId, model) => first.isFirst(connectionId, model),
  };
}

// biome-ignore lint/correctness/useYield: it has nothing to give, only a reason
const removedConnection: StreamChat = async function* () {
  throw new ServiceError('noKey', 'The connection was removed.', {
    endpoint: 'POST /api/v1/chat/completions',
  });
};
