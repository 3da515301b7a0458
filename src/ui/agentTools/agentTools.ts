import type { Model } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { defined } from '../../base/defined.ts';
import { inSlices } from '../../base/eventLoop.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import { type AskedList, listAnswer } from '../../core/agentTools/listAnswer.ts';
import { modelDetails, modelKind, wireKind } from '../../core/agentTools/modelEntry.ts';
import { getInput, listInput, readToolInput, ToolError } from '../../core/agentTools/toolInput.ts';
import { type Connection, isOpenAi } from '../../core/connections/connection.ts';
import { keepError } from '../../core/keptError.ts';
import { type Catalog, isRefused } from '../../core/models/catalog.ts';
import { shownName } from '../../core/shownName.ts';
import { failureText } from '../models/catalogText.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { matchingConnections } from './matchingConnections.ts';

type Ref = Pick<Model, 'kind' | 'name'> & { connection: Connection };

/**
 * The tools for agents. They only read: kept lists, which they load where there is none, and one model by one GET (of a name with
 * slashes perhaps two, one for each form of its path). An answer is JSON, which keeps foreign text inside its quotes: what was
 * asked for, or `{error}`. Both are in English, for a language model; only why a request failed is in VS Code's language.
 */
export class AgentTools {
  readonly #services: Pick<WindowServices, 'connections' | 'catalogs' | 'clients' | 'pending'>;

  constructor(services: Pick<WindowServices, 'connections' | 'catalogs' | 'clients' | 'pending'>) {
    this.#services = services;
  }

  list(input: unknown, signal: AbortSignal): Promise<string> {
    return answer(async () => {
      const read = readToolInput(listInput, input);
      const lists = this.#meant(read.connection).map((one) => this.#listOf(one, signal));
      return listAnswer(read, await Promise.all(lists), Date.now());
    });
  }

  /** Asks the service for what a list has, and for any other name only if the caller says which kind and connection to ask. */
  get(input: unknown, signal: AbortSignal): Promise<string> {
    return answer(async () => {
      const { name, kind, connection } = readToolInput(getInput, input);
      const meant = this.#meant(connection);
      const found = (await Promise.all(meant.map((one) => this.#find(name, one, signal)))).flat();
      const listed = kind ? found.filter((one) => wireKind[one.kind] === kind) : found;
      if (listed.length > 1) throw new ToolError(severalText(listed));
      const [only, another] = meant;
      const unlisted =
        only && !another && kind ? { connection: only, kind: modelKind[kind], name } : undefined;
      const ref = listed[0] ?? unlisted;
      if (!ref)
        throw new ToolError(
          `${shownName(name)} is in none of the lists that were loaded last; list_hosted_models has them. To ask the service itself, call again with the kind and the connection.`,
        );
      return this.#retrieve(ref, signal);
    });
  }

  #meant(asked: string): readonly Connection[] {
    const { all } = this.#services.connections;
    const meant = matchingConnections(all, asked);
    if (meant.length > 0) return meant;
    throw new ToolError(
      all.length === 0
        ? 'No connection to a model hosting service is set up. The user can add one in the Models view of Hosted Models.'
        : `There is no such connection. There are: ${all.map((one) => JSON.stringify(placeName(one))).join(', ')}.`,
    );
  }

  async #catalogOf(connection: Connection, signal: AbortSignal): Promise<Catalog> {
    const loader = this.#services.catalogs.loader(connection);
    await loader.showKept();
    const { loadedAt, state } = loader.catalog;
    // Aborting does not stop the loading of the list, since others may be waiting for it.
    if (loadedAt === undefined && !isRefused(state)) await raceAbort(loader.refresh(), signal);
    const { pending } = this.#services;
    const isThere = ({ kind, name }: Model) =>
      !pending.isDeleted({ connectionId: connection.id, kind, name });
    return { ...loader.catalog, loras: loader.catalog.loras.filter(isThere) };
  }

  async #listOf(connection: Connection, signal: AbortSignal): Promise<AskedList> {
    const catalog = await this.#catalogOf(connection, signal);
    return { ...placeOf(connection), catalog, error: listError(catalog) };
  }

  /** Finds what a list has by a name as the answers show it: cut if long, with invisible characters escaped. */
  async #find(name: string, connection: Connection, signal: AbortSignal): Promise<Ref[]> {
    const { loras, baseModels } = await this.#catalogOf(connection, signal);
    const found: Ref[] = [];
    await inSlices<Model>([...loras, ...baseModels], (model) => {
      if (shownName(model.name) === name) found.push({ connection, kind: model.kind, name: model.name });
    });
    return found;
  }

  async #retrieve({ connection, ...ref }: Ref, signal: AbortSignal) {
    try {
      const { model } = await retrieveModel(this.#services.clients.for(connection), ref, { signal });
      const { connection: place, serverKind } = placeOf(connection);
      return { ...modelDetails(model), connection: place, ...defined({ server_kind: serverKind }) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Not the service's own words: they may hold anything.
      const { serverMessage: _theirs, ...kept } = keepError(error);
      throw new ToolError(errorText(kept, connection).text);
    }
  }
}

/** A connection as the answers name it, with the kind of its server unless that is a hosting service. */
function placeOf(connection: Connection): Pick<AskedList, 'connection' | 'serverKind'> {
  return { connection: placeName(connection), serverKind: isOpenAi(connection) ? 'openai' : undefined };
}

async function answer(work: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    if (error instanceof ToolError) return JSON.stringify({ error: error.message });
    throw error;
  }
}

function listError(catalog: Catalog): string | undefined {
  switch (catalog.state) {
    case 'noKey':
      return 'There is no API key. The user can set it in the Models view.';
    case 'unauthorized':
      return `The service refused the API key (${catalog.error?.status ?? 401}). The user can set another one in the Models view.`;
    case 'stale':
    case 'offline':
      return `The last refresh failed: ${failureText(catalog)}.`;
    default:
      return undefined;
  }
}

function severalText(listed: readonly Ref[]): string {
  const places = listed.map(({ connection, kind }) => `${wireKind[kind]} of ${placeName(connection)}`);
  return `Several models have this name: ${places.join(', ')}. Call again with the kind or connection.`;
}
