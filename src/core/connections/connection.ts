import * as v from 'valibot';

/** A named base URL. Its key and further headers lie in the secret store, under the base URL they were typed for. */
export interface Connection {
  /** Chats, journal and kept catalogs hang on it: it outlives a new name, key or URL. */
  id: string;
  /** What version 0.1 called it, on which chats, keys and the kept list may still hang. */
  formerId?: string;
  name: string;
  /** Normalised: no trailing slash, no `/api/v1`. */
  baseUrl: string;
  readOnly: boolean;
  /** The person agreed to send the key unencrypted to a host that is not this machine. */
  allowHttp: boolean;
}

export type BaseUrlReader = (text: string) => { ok: true; baseUrl: string } | { ok: false; reason: string };

/** What can't be used in the setting. `index` is the entry's place in the list; `list`: the setting is no list at all. */
export interface ConnectionProblem {
  index: number;
  reason: 'list' | 'shape' | 'url' | 'http' | 'duplicate';
  /** As it stands in the setting. */
  entry: unknown;
}

const entrySchema = v.object({
  id: v.optional(v.pipe(v.string(), v.minLength(1))),
  name: v.optional(v.string()),
  url: v.string(),
  readOnly: v.optional(v.boolean(), false),
  allowHttp: v.optional(v.boolean(), false),
});

/** What one entry of the setting `hostedModels.connections` looks like. */
export type ConnectionEntry = v.InferInput<typeof entrySchema>;

/** Reads the setting. Whatever is wrong in one entry costs that entry alone. */
export function readConnections(
  setting: unknown,
  readBaseUrl: BaseUrlReader,
  isLoopback: (baseUrl: string) => boolean,
): { connections: Connection[]; problems: ConnectionProblem[] } {
  const connections: Connection[] = [];
  const problems: ConnectionProblem[] = [];
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  if (!Array.isArray(setting) && setting !== undefined && setting !== null) {
    problems.push({ index: 0, reason: 'list', entry: setting });
  }
  for (const [index, entry] of entries.entries()) {
    const read = v.safeParse(entrySchema, entry);
    const url = read.success ? readBaseUrl(read.output.url) : undefined;
    if (!read.success) problems.push({ index, reason: 'shape', entry });
    else if (!url?.ok) problems.push({ index, reason: 'url', entry });
    else if (url.baseUrl.startsWith('http:') && !isLoopback(url.baseUrl) && !read.output.allowHttp) {
      problems.push({ index, reason: 'http', entry });
    } else {
      const id = read.output.id ?? url.baseUrl;
      if (connections.some((one) => one.id === id)) problems.push({ index, reason: 'duplicate', entry });
      else {
        const name = read.output.name?.trim() || hostOf(url.baseUrl);
        const { readOnly, allowHttp } = read.output;
        connections.push({ id, name, baseUrl: url.baseUrl, readOnly, allowHttp });
      }
    }
  }
  return { connections, problems };
}

/** Version 0.1 called the environment's connection so, whatever its address. */
const formerEnvironmentId = 'environment';

/**
 * The connections with the environment's, whose id comes from its address: another address is another connection, with chats
 * and keys of its own. Where the setting says something of that address, even with a mistake, it adds none: the entry
 * may be meant to make that connection read-only.
 */
export function withEnvironment(
  { connections, problems }: ReturnType<typeof readConnections>,
  baseUrl: string | undefined,
  readBaseUrl: BaseUrlReader,
): { all: Connection[]; environment: Connection | undefined } {
  if (baseUrl === undefined) return { all: connections, environment: undefined };
  const entries = problems.map(({ entry }) => v.safeParse(v.object({ url: v.string() }), entry));
  const urls = entries.map((read) => (read.success ? readBaseUrl(read.output.url) : undefined));
  const isNamed = (id: string) => connections.some((one) => one.id === id);
  const former = isNamed(formerEnvironmentId) ? {} : { formerId: formerEnvironmentId };
  const isKnown =
    connections.some((one) => one.baseUrl === baseUrl) ||
    urls.some((url) => url?.ok && url.baseUrl === baseUrl);
  if (isKnown) {
    const renamed = (one: Connection) => one.id === baseUrl && one.baseUrl === baseUrl;
    return {
      all: connections.map((one) => (renamed(one) ? { ...one, ...former } : one)),
      environment: undefined,
    };
  }
  let id = baseUrl;
  // An entry that was given another address by hand keeps the id from its first one.
  while (isNamed(id)) id = `${formerEnvironmentId} ${id}`;
  const name = hostOf(baseUrl);
  const environment = { id, ...former, name, baseUrl, readOnly: false, allowHttp: true };
  return { all: [...connections, environment], environment };
}

/** Whether what was kept under this id belongs to the connection. */
export function isCalled({ id, formerId }: Pick<Connection, 'id' | 'formerId'>, keptId: string): boolean {
  return keptId === id || keptId === formerId;
}

/** The place of the entry that `readConnections` takes for this connection, and of no other with its id; -1: there is none. */
export function entryIndex(
  entries: readonly unknown[],
  id: string,
  readBaseUrl: BaseUrlReader,
  isLoopback: (baseUrl: string) => boolean,
): number {
  return entries.findIndex(
    (one) => readConnections([one], readBaseUrl, isLoopback).connections[0]?.id === id,
  );
}

/** The setting's entry for a connection; what is at its default is left out. */
export function toEntry(connection: Connection): ConnectionEntry {
  return {
    id: connection.id,
    name: connection.name,
    url: connection.baseUrl,
    ...(connection.readOnly ? { readOnly: true } : {}),
    ...(connection.allowHttp ? { allowHttp: true } : {}),
  };
}

/** `models.acme.example:8443`, for places where a person has to recognise the service. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

/** `window`: the secret store did not keep it. */
export type KeySource = 'store' | 'window' | 'environment';
