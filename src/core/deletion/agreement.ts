import type { Connection } from '../connections/connection.ts';
import type { ModelClient } from '../modelClient.ts';

export type LoraClient = Pick<ModelClient, 'listLoras' | 'getLora' | 'deleteLora'>;

/**
 * What the user agreed to delete through. All requests of a deletion are sent with its key and headers: another API key, or another
 * header for a gateway, may lead to another organization behind the same address.
 */
export interface Agreement {
  connection: Pick<Connection, 'id' | 'name' | 'baseUrl'>;
  /** Identifies the API key and headers without revealing them. */
  credentials: string;
  /** Sends requests with this key and these headers, whatever is set later. */
  client: LoraClient;
}
