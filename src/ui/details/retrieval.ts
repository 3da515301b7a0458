import type { Model, OnWait, RetryWait, ServerWork } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsState } from '../../protocol/details.ts';
import { type RetrievedModel, retrieveListed } from '../models/retrieveModel.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { ListedButNotFoundError } from '../shared/errors/listedButNotFound.ts';
import { type QueryOptions, StoppedByPerson, watched } from '../shared/stoppable.ts';
import { t } from '../shared/text/t.ts';
import { clockTime } from '../shared/text/time.ts';
import type { DetailsParts } from './detailsParts.ts';

/** Retrieves the entry of a page. A new retrieve aborts and replaces the one under way. */
export class Retrieval {
  readonly #parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>;
  readonly #onChange: () => void;
  #running: { abort: AbortController; isSlow: boolean; wait: RetryWait | undefined } | undefined;

  constructor(parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>, onChange: () => void) {
    this.#parts = parts;
    this.#onChange = onChange;
  }

  /** The retrieve under way. `isSlow`: it takes more than a moment, or is waiting. */
  get running(): Readonly<{ isSlow: boolean; wait: RetryWait | undefined }> | undefined {
    return this.#running;
  }

  /** Rejects with `StoppedByPerson` after `stop`, and with `ListedButNotFoundError` like `retrieveListed`. */
  run(connection: Connection, ref: ModelRef): Promise<RetrievedModel> {
    this.stop();
    const running = { abort: new AbortController(), isSlow: false, wait: undefined };
    this.#running = running;
    const { catalogs, retrieve } = this.#parts;
    const ask = (options: QueryOptions) =>
      retrieveListed(catalogs, connection, ref, () => retrieve(connection, ref, options), options.signal);
    const say: OnWait = (wait) => {
      if (this.#running !== running) return;
      Object.assign(running, { isSlow: true, wait });
      this.#onChange();
    };
    return watched(running.abort.signal, ask, say).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
  }

  stop(): void {
    this.#running?.abort.abort(new StoppedByPerson('Stopped.'));
    this.#running = undefined;
  }
}

/** What is known of the entry, and from where; replaced on each change. */
export interface EntryState {
  readonly state: DetailsState['state'];
  readonly notice?: string | undefined;
  readonly retrieved?: (RetrievedModel & { at: number }) | undefined;
  /** As it was before a change that the user had not seen when the page was opened or the list came. */
  readonly before?: Model | undefined;
  /** What its server was doing when it was asked last, as far as it says. */
  readonly work?: ServerWork | undefined;
  /** Base URL of the last request; `undefined` if the connection is gone. */
  readonly askedOf?: string | undefined;
  /** Base URL that `retrieved` and the posted state came from. */
  readonly knownOf?: string;
  /** The deletion in this window is already shown, or preceded the last retrieve, whose answer then counts. */
  readonly knowsDeletion: boolean;
  /** The last retrieve found the entry only in the list; kept until the next one ends. */
  readonly isOnlyListed: boolean;
  /** When the entry was found gone. */
  readonly goneAt: number;
}

/** `at`: when the entry was last retrieved, in Unix milliseconds. */
export function goneNotice({ name }: Connection, at: number | undefined): string {
  return at === undefined
    ? t('Gone from {0}.', name)
    : t('Gone from {0}. Shown as of {1}.', name, clockTime(at));
}

/** True if the entry must be shown from the list: it still exists, but its name does not lead to it. */
export function isOnlyListed(error: unknown): boolean {
  if (error instanceof ListedButNotFoundError) return true;
  if (!(error instanceof ServiceError)) return false;
  // Only our own codes count: the service may send the same one, but then there is a status.
  return (
    (error.code === 'INVALID_NAME' && error.status === undefined) ||
    (error.code === 'OTHER_NAME' && error.kind === 'protocol')
  );
}

/** `at`: when the list was loaded, in Unix milliseconds. */
export function listedNotice(notice: string, at: number | undefined): string {
  return at === undefined ? notice : `${notice} ${t('Shown from the list as of {0}.', clockTime(at))}`;
}

/** Why the entry could not be retrieved; `undefined` for unexpected errors. */
export function failureNotice(error: unknown, connection: Connection): string | undefined {
  if (error instanceof StoppedByPerson) return t('Stopped before {0} answered.', connection.name);
  if (error instanceof ListedButNotFoundError) return error.message;
  if (!(error instanceof ServiceError)) return undefined;
  const { text, detail } = errorText(error, connection);
  return detail && detail !== text ? `${text} ${detail}` : text;
}
