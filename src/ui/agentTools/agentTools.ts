import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { findAsked } from '../../core/agentTools/findAsked.ts';
import { listAnswer } from '../../core/agentTools/listAnswer.ts';
import { type AskedConnection, connectionLabel } from '../../core/agentTools/listState.ts';
import { modelAnswer, quoted, type Retrieved, unlistedAnswer } from '../../core/agentTools/modelAnswer.ts';
import { getInput, listInput, readToolInput, ToolInputError } from '../../core/agentTools/toolInput.ts';
import { modelKind, wireKind } from '../../core/agentTools/wireKind.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { connectionsMeant } from './connectionsMeant.ts';
import { readAsked } from './readAsked.ts';

type Parts = Pick<WindowParts, 'connections' | 'catalogs' | 'clients' | 'pending'>;

/** An entry that a call may mean. */
interface Candidate {
  connection: Connection;
  asked: AskedConnection;
  listed: Model;
}

/**
 * The tools for agents. They only read: kept lists, which they load where there is none, and one model by one GET (of a name with
 * slashes perhaps two, one for each form of its path). An input that can't be used is thrown, as VS Code's guide says; how a
 * connection stands and what its lists lack is an answer. Both are in English, for a language model; only why a request failed
 * is in VS Code's language.
 */
export class AgentTools {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(input: unknown, signal: AbortSignal): Promise<string> {
    const read = readToolInput(listInput, input);
    const meant = connectionsMeant(this.#parts.connections.all, read.connection);
    const asked = await Promise.all(meant.map((one) => readAsked(this.#parts, one, { load: signal })));
    return listAnswer(read, asked, Date.now());
  }

  /** Asks the service for what a list has, and for any other name only if the caller says which kind and connection to ask. */
  async get(input: unknown, signal: AbortSignal): Promise<string> {
    const read = readToolInput(getInput, input);
    const { name, kind } = read;
    const meant = connectionsMeant(this.#parts.connections.all, read.connection);
    const asKind = kind != null && meant.length === 1 ? modelKind[kind] : undefined;
    const load = asKind ? undefined : signal;
    const lists = await Promise.all(
      meant.map(async (connection) => {
        return { connection, asked: await readAsked(this.#parts, connection, { load }) };
      }),
    );
    const found = lists.map(async (list): Promise<Candidate[]> => {
      return (await findAsked(read, list.asked)).map((listed) => ({ ...list, listed }));
    });
    const candidates = (await Promise.all(found)).flat();
    const [candidate, other] = candidates;
    if (candidate && other) throw new ToolInputError(severalText(name, candidates));
    if (candidate) {
      const { connection, asked, listed } = candidate;
      const retrieved = await this.#retrieve(connection, listed, listed, signal);
      return modelAnswer(name, asked, retrieved, Date.now());
    }
    const [list] = lists;
    if (list && asKind) {
      const retrieved = await this.#retrieve(list.connection, { name, kind: asKind }, undefined, signal);
      return modelAnswer(name, list.asked, retrieved, Date.now());
    }
    const asked = lists.map((one) => one.asked);
    return unlistedAnswer(name, asked, Date.now());
  }

  async #retrieve(
    connection: Connection,
    ref: Pick<Model, 'kind' | 'name'>,
    listed: Model | undefined,
    signal: AbortSignal,
  ): Promise<Retrieved> {
    try {
      const { model } = await retrieveModel(this.#parts.clients.for(connection), ref, { signal });
      return { is: 'retrieved', model };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'notFound') return { is: 'notFound', listed };
      // Not the service's own words: they may hold anything.
      const { kind, status, code, retryAfterMs } = error;
      const { text } = errorText({ kind, status, code, retryAfterMs }, connection);
      const hint = kind === 'noKey' || kind === 'unauthorized' || kind === 'forbidden' ? ` ${keyHint()}` : '';
      // A refused key hides the list everywhere else too.
      return { is: 'failed', why: text + hint, listed: hint === '' ? listed : undefined };
    }
  }
}

function keyHint(): string {
  return vscode.l10n.t('Set an API key in the Models view.');
}

function severalText(name: string, candidates: readonly Candidate[]): string {
  const places = candidates.slice(0, 20).map(({ asked, listed }) => {
    return `${quoted(listed.name)}, ${wireKind[listed.kind]}, connection ${JSON.stringify(connectionLabel(asked))}`;
  });
  return `${quoted(name)} may be one of several. Call again with the kind or connection: ${places.join('; ')}.`;
}
