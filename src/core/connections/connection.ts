import * as v from 'valibot';
import { isLoopback, normalizeBaseUrl } from '../../api/config/baseUrl.ts';
import type { ServerKind } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';

/** A named base URL. Its key and extra headers are in the secret storage, under the base URL they were entered for. */
export interface Connection {
  /** Chats, journal and kept catalogs refer to it, so it survives a new name, key or URL. */
  id: string;
  name: string;
  /** Normalized: no trailing slash, no `/api/v1` or `/v1`. */
  baseUrl: string;
  /** Always true for an OpenAI-compatible server. */
  readOnly: boolean;
  /** The user agreed to send all unencrypted to a host other than this machine. */
  allowHttp: boolean;
  /** Absent until the first list shows it. */
  kind?: ServerKind | undefined;
}

/** An unusable part of the setting. `index` is the entry's position in the list; `list`: the setting is not a list. */
export interface ConnectionProblem {
  index: number;
  reason: 'list' | 'shape' | 'url' | 'http' | 'duplicate';
  entry: unknown;
}

const entrySchema = v.object({
  id: v.optional(v.pipe(v.string(), v.minLength(1))),
  name: v.optional(v.string()),
  url: v.string(),
  readOnly: v.optional(v.boolean(), false),
  allowHttp: v.optional(v.boolean(), false),
  kind: v.optional(v.picklist(['hosted', 'openai'])),
});

/** One entry of the setting `hostedModels.connections`. */
export type ConnectionEntry = v.InferInput<typeof entrySchema>;

/** Reads the setting. A mistake in one entry invalidates only that entry. */
export function readConnections(setting: unknown): {
  connections: Connection[];
  problems: ConnectionProblem[];
} {
  const connections: Connection[] = [];
  const problems: ConnectionProblem[] = [];
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  if (!Array.isArray(setting) && setting !== undefined && setting !== null) {
    problems.push({ index: 0, reason: 'list', entry: setting });
  }
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry);
    if (typeof read === 'string') problems.push({ index, reason: read, entry });
    else if (connections.some(({ id }) => id === read.id))
      problems.push({ index, reason: 'duplicate', entry });
    else connections.push(read);
  }
  return { connections, problems };
}

function readEntry(entry: unknown): Connection | 'shape' | 'url' | 'http' {
  const read = v.safeParse(entrySchema, entry);
  if (!read.success) return 'shape';
  const url = normalizeBaseUrl(read.output.url);
  if (!url.ok) return 'url';
  const { id = url.baseUrl, name, readOnly, allowHttp, kind } = read.output;
  const { baseUrl } = url;
  if (baseUrl.startsWith('http:') && !isLoopback(baseUrl) && !allowHttp) return 'http';
  return ofKind({ id, name: name?.trim() || hostOf(baseUrl), baseUrl, readOnly, allowHttp }, kind);
}

/** Returns the connection once its kind is known. Nothing can be deleted on an OpenAI-compatible server. */
export function ofKind(connection: Connection, kind: ServerKind | undefined): Connection {
  if (kind === undefined) return connection;
  return { ...connection, kind, readOnly: connection.readOnly || kind === 'openai' };
}

/** True if the server tells nothing of deployments and deletes nothing. */
export function isOpenAi({ kind }: Pick<Connection, 'kind'>): boolean {
  return kind === 'openai';
}

/** Returns the URL to which `/chat/completions` is added. */
export function apiUrl({ baseUrl, kind }: Pick<Connection, 'baseUrl' | 'kind'>): string {
  return baseUrl + (kind === 'openai' ? '/v1' : '/api/v1');
}

/**
 * Adds the environment's connection, whose id comes from its address: another address is another connection, with its own
 * chats and keys. Adds none if the setting has an entry for that address, even a faulty one: it may be meant to make that
 * connection read-only.
 */
export function withEnvironment(
  { connections, problems }: ReturnType<typeof readConnections>,
  baseUrl: string | undefined,
): { all: Connection[]; environment: Connection | undefined } {
  if (baseUrl === undefined) return { all: connections, environment: undefined };
  const entries = problems.map(({ entry }) => v.safeParse(v.object({ url: v.string() }), entry));
  const urls = entries.map((read) => (read.success ? normalizeBaseUrl(read.output.url) : undefined));
  const isKnown =
    connections.some((one) => one.baseUrl === baseUrl) ||
    urls.some((url) => url?.ok && url.baseUrl === baseUrl);
  if (isKnown) return { all: connections, environment: undefined };
  let id = baseUrl;
  // An entry whose address was edited by hand keeps the id from its first address.
  while (connections.some((one) => one.id === id)) id = `environment ${id}`;
  const environment = { id, name: hostOf(baseUrl), baseUrl, readOnly: false, allowHttp: true };
  return { all: [...connections, environment], environment };
}

/** Returns the index of the first entry that `readConnections` accepts with this id, or -1. */
export function entryIndex(entries: readonly unknown[], id: string): number {
  return entries.findIndex((one) => {
    const read = readEntry(one);
    return typeof read === 'object' && read.id === id;
  });
}

/** Returns the setting's entry for a connection, without default values. */
export function toEntry({ id, name, baseUrl: url, readOnly, allowHttp, kind }: Connection): ConnectionEntry {
  const isReadOnly = readOnly && kind !== 'openai';
  return defined({
    id,
    name,
    url,
    readOnly: isReadOnly || undefined,
    allowHttp: allowHttp || undefined,
    kind,
  });
}

/** Returns e.g. `models.acme.example:8443`, for places where the user must recognize the service. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

/** `window`: only this window has it, since the secret storage did not keep it. */
export type KeySource = 'store' | 'window' | 'environment';
