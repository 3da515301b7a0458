import type { Model, ServiceClient } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { ListedButNotFoundError } from '../shared/errors/listedButNotFound.ts';
import { type QueryOptions, stoppable } from '../shared/stoppable.ts';
import type { Catalogs } from './catalogs.ts';
import type { WindowServices } from './windowServices.ts';

export interface RetrievedModel {
  model: Model;
  /** The service's answer as received. */
  raw: unknown;
}

/** Retrieves an entry from the service (interface-spec 4.3, 4.6). Rejects with a `ServiceError`. */
export async function retrieveModel(
  client: Pick<ServiceClient, 'getLora' | 'getBaseModel'>,
  { kind, name }: Pick<ModelRef, 'kind' | 'name'>,
  options: Partial<QueryOptions> = {},
): Promise<RetrievedModel> {
  let raw: unknown;
  const onRaw = (json: unknown) => {
    raw = json;
  };
  const whole = { ...options, onRaw };
  const model = kind === 'lora' ? await client.getLora(name, whole) : await client.getBaseModel(name, whole);
  return { model, raw };
}

/**
 * Retrieves an entry; if it is listed but not found, reloads the list, since one of the two is wrong. Rejects with
 * `ListedButNotFoundError` if the new list has it too, and with the 404 if it is gone or the list failed to load.
 */
export async function retrieveListed(
  catalogs: Pick<Catalogs, 'find' | 'of' | 'loader'>,
  connection: Connection,
  ref: ModelRef,
  retrieve: () => Promise<RetrievedModel>,
  signal: AbortSignal,
): Promise<RetrievedModel> {
  try {
    return await retrieve();
  } catch (error) {
    const isNotFound = error instanceof ServiceError && error.kind === 'notFound';
    if (!isNotFound || catalogs.find(ref) === undefined) throw error;
    // Aborting does not stop the loading of the list, since others may be waiting for it.
    await raceAbort(catalogs.loader(connection).refresh({ isNew: true }), signal);
    const isListed = catalogs.of(connection).state === 'fresh' && catalogs.find(ref) !== undefined;
    throw isListed ? new ListedButNotFoundError(ref.name, connection) : error;
  }
}

/** Does the same for a command with this title. Resolves with `undefined` if the user stopped it. */
export function retrieveForCommand(
  title: string,
  connection: Connection,
  ref: ModelRef,
  { catalogs, clients }: Pick<WindowServices, 'catalogs' | 'clients'>,
): Promise<RetrievedModel | undefined> {
  return stoppable(title, connection, (options) => {
    const retrieve = () => retrieveModel(clients.for(connection), ref, options);
    return retrieveListed(catalogs, connection, ref, retrieve, options.signal);
  });
}
