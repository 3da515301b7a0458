import { cleanText } from '../../core/cleanText.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { placeName } from '../shared/text/placeName.ts';

/** Returns the connections with this name or host, or as the tools' answers name them; all if nothing is asked for. */
export function matchingConnections(all: readonly Connection[], asked = ''): readonly Connection[] {
  const wanted = asked.trim().toLowerCase();
  if (wanted === '') return all;
  return all.filter((one) =>
    [cleanText(one.name, 80), hostOf(one.baseUrl), placeName(one)].some(
      (name) => name.toLowerCase() === wanted,
    ),
  );
}
