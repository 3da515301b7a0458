import { ServiceError } from '../../../api/serviceError.ts';
import type { StreamChat } from '../../../api/types.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import { FirstRequests } from '../../../core/chats/session/firstRequests.ts';
import type { Connections } from '../../connections/connections.ts';
import type { ServiceClients } from '../../connections/serviceClients.ts';

/** The chat endpoints of all connections, for the sessions. */
export class ConnectionChatService implements ChatService {
  readonly #connections: Pick<Connections, 'byId'>;
  readonly #clients: ServiceClients;
  readonly #first = new FirstRequests();

  constructor(connections: Pick<Connections, 'byId'>, clients: ServiceClients) {
    this.#connections = connections;
    this.#clients = clients;
  }

  streamChat(connectionId: string): StreamChat {
    const connection = this.#connections.byId(connectionId);
    if (!connection) return removedConnection;
    const client = this.#clients.for(connection);
    return this.#first.watch(connectionId, (request, options) => client.streamChat(request, options));
  }

  isFirstRequest(connectionId: string, model: string): boolean {
    return this.#first.isFirst(connectionId, model);
  }
}

// biome-ignore lint/correctness/useYield: it has nothing to give, only a reason
const removedConnection: StreamChat = async function* () {
  throw new ServiceError('noKey', 'The connection was removed.', {
    endpoint: 'POST /api/v1/chat/completions',
  });
};
