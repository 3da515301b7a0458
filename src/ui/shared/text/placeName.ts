import { cleanText } from '../../../core/cleanText.ts';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';

type Place = Pick<Connection, 'name' | 'baseUrl'>;

/** Returns the host for a place beside the name; empty if the name is the host, perhaps numbered: "models.acme.example (2)". */
export function hostBeside({ name, baseUrl }: Place): string {
  const host = hostOf(baseUrl);
  const shown = cleanText(name, 80).toLowerCase();
  return shown === host || shown.startsWith(`${host} (`) ? '' : host;
}

/** Returns e.g. "Acme production (models.acme.example)", or only the name if that says the host. */
export function placeName(place: Place): string {
  const host = hostBeside(place);
  const name = cleanText(place.name, 80);
  return host ? `${name} (${host})` : name;
}
