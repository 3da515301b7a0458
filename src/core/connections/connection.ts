import * as v from 'valibot';

/** A named base URL. Its key and further headers lie in the secret store, under the base URL they were typed for. */
export interface Connection {
  /** Chats, journal and kept catalogs hang on it: it outlives a new name, key or URL. */
  id: string;
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
