import { cleanText } from '../../../core/cleanText.ts';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';

/** Returns e.g. "Acme production (models.acme.example)", or only the host if that is the name. */
export function placeName({ name, baseUrl }: Pick<Connection, 'name' | 'baseUrl'>): string {
  const host = hostOf(baseUrl);
  return name === host ? host : `${cleanText(name, 80)} (${host})`;
}
