import { type AskedConnection, connectionLabel } from '../../core/agentTools/listState.ts';
import { ToolInputError } from '../../core/agentTools/toolInput.ts';
import { cleanText } from '../../core/cleanText.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';

/** Returns the connections a tool means: those with this name or host, or all. Throws `ToolInputError` if there are none. */
export function connectionsMeant(all: readonly Connection[], asked: string): Connection[] {
  if (all.length === 0) {
    throw new ToolInputError(
      'No connection to a model hosting service is set up. The person can add one in the Models view of Hosted Models.',
    );
  }
  const wanted = asked.trim().toLowerCase();
  if (wanted === '') return [...all];
  const labels = all.map((one) => connectionLabel(labelled(one, all)));
  const meant = all.filter((one, at) =>
    [one.name, cleanText(one.name, 80), hostOf(one.baseUrl), labels[at] ?? '']
      .map((name) => name.toLowerCase())
      .includes(wanted),
  );
  if (meant.length > 0) return meant;
  const names = labels.slice(0, 20).map((label) => JSON.stringify(label));
  throw new ToolInputError(`There is no such connection. There are: ${names.join(', ')}.`);
}

/** A connection's name, with its host if others have the same name. */
export function labelled(
  { name, baseUrl }: Connection,
  all: readonly Connection[],
): Pick<AskedConnection, 'name' | 'host'> {
  const isShared = all.filter((other) => other.name === name).length > 1;
  return { name, host: isShared ? hostOf(baseUrl) : undefined };
}
