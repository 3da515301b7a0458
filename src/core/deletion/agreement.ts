import type { Connection } from '../connections/connection.ts';
import type { ModelClient } from '../modelClient.ts';

export type LoraClient = Pick<ModelClient, 'listLoras' | 'getLora' | 'deleteLora'>;

/**
 * What the user agreed to delete through. Another API key, or another header for a gateway, may lead to another organization
 * behind the same address, so everything of a deletion goes out with those that it began with.
 */
export interface Agreement {
  connection: Pick<Connection, 'id' | 'name' | 'baseUrl'>;
  /** Identifies the API key and headers without telling them. */
  credentials: string;
  /** Sends with this key and these headers, whatever is set later. */
  client: LoraClient;
}
