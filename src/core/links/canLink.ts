import { isLoopback } from '../../api/config/baseUrl.ts';
import { type Connection, isOpenAi } from '../connections/connection.ts';

/** False for one's own server on this machine: under its address, others have another one. */
export function canLink(connection: Pick<Connection, 'kind' | 'baseUrl'>): boolean {
  return !isOpenAi(connection) || !isLoopback(connection.baseUrl);
}
