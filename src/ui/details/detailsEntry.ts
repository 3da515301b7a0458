import type { Model } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { cleanText } from '../../core/cleanText.ts';
import { type Connection, isOpenAi } from '../../core/connections/connection.ts';
import { errorTrace } from '../../core/files/errorCode.ts';
import { canLink } from '../../core/links/canLink.ts';
import { lorasOn } from '../../core/models/catalog.ts';
import { changeKey } from '../../core/models/catalogChanges.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { sortModels } from '../../core/models/modelSort.ts';
import type { DetailsState } from '../../protocol/details.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { t } from '../shared/text/t.ts';
import { timeOfDay } from '../shared/text/time.ts';
import type { DetailsParts } from './detailsParts.ts';
import { detailsSections, detailsSubtitle, workSections } from './detailsSections.ts';
import {
  type EntryState,
  failureNotice,
  goneNotice,
  isOnlyListed,
  listedNotice,
  Retrieval,
} from './retrieval.ts';

/** What is known of one model: first what the list knows, then the entry as freshly retrieved. */
export class DetailsEntry {
  readonly #ref: ModelRef;
  readonly #parts: DetailsParts;
  readonly #onChange: () => Promise<void>;
  readonly #retrieval: Retrieval;
  #asked = 0;
  #work = new AbortController();
  #entry: EntryState = { state: 'loading', knowsDeletion: false, isOnlyListed: false, goneAt: 0 };
  /** As it was shown last. */
  #shown: DetailsState | undefined;

  constructor(ref: ModelRef, parts: DetailsParts, onChange: () => Promise<void>) {
    this.#ref = ref;
    this.#parts = parts;
    this.#onChange = onChange;
    this.#retrieval = new Retrieval(parts, () => void onChange());
  }

  /** Retrieves the entry afresh; a late answer never replaces a newer one. Never rejects. */
  async refresh(): Promise<void> {
    const connection = this.#parts.connections.byId(this.#ref.connectionId);
    this.#asked += 1;
    const asked = this.#asked;
    this.#change({ askedOf: connection?.baseUrl });
    if (!connection) {
      this.#retrieval.stop();
      this.#becomeGone(t('The connection of this entry was removed.'));
      return this.#onChange();
    }
    this.#forgetOtherService(connection);
    this.#noteChange(connection);
    this.#change({ knowsDeletion: this.#parts.isDeleted(this.#ref), state: 'loading', notice: undefined });
    void this.#onChange();
    void this.#askForWork(connection);
    try {
      const retrieved = await this.#retrieval.run(connection, this.#ref);
      if (asked !== this.#asked) return;
      this.#change({ retrieved: { ...retrieved, at: Date.now() }, isOnlyListed: false, state: 'shown' });
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#fail(error, connection);
    }
    await this.#onChange();
  }

  /** Asks a server of the user's own what it is doing. Many have no metrics, so that a failure is no news. Never rejects. */
  async #askForWork(connection: Connection): Promise<void> {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    if (!isOpenAi(connection)) return;
    const server = await this.#parts.clients.adapters(connection);
    const work = await server.work({ signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.#change({ work });
    await this.#onChange();
  }

  /** Call after a change of the catalog, the connection, a deletion or the chats. Never rejects. */
  async follow(): Promise<void> {
    const connection = this.#parts.connections.byId(this.#ref.connectionId);
    if (connection?.baseUrl !== this.#entry.askedOf) return this.refresh();
    if (!connection) return this.#onChange();
    this.#noteChange(connection);
    const isDeleted = this.#parts.isDeleted(this.#ref);
    if (isDeleted && !this.#entry.knowsDeletion) {
      this.#asked += 1;
      this.#retrieval.stop();
      this.#becomeGone(goneNotice(connection, this.#entry.retrieved?.at));
    }
    this.#change({ knowsDeletion: isDeleted });
    if (this.#hasLeftList(connection)) this.#becomeGone(goneNotice(connection, undefined));
    return this.#isListedAgain(connection) ? this.refresh() : this.#onChange();
  }

  /** Stops what `refresh` began; the entry then says so. */
  stop(): void {
    this.#retrieval.stop();
  }

  /** Call when the page is closed: nothing that comes later counts. */
  dispose(): void {
    this.#asked += 1;
    this.#work.abort();
    this.stop();
  }

  /** What is shown may come from another service, if the connection moved to another base URL. */
  #forgetOtherService({ baseUrl }: Connection): void {
    if (this.#entry.knownOf === baseUrl) return;
    this.#change({
      knownOf: baseUrl,
      isOnlyListed: false,
      retrieved: undefined,
      before: undefined,
      work: undefined,
    });
    this.#shown = undefined;
  }

  /** Being shown here counts as seen, so the list forgets it. */
  #noteChange(connection: Connection): void {
    const change = this.#parts.catalogs.of(connection).changes.get(changeKey(this.#ref));
    if (change?.is === 'changed') this.#change({ before: change.before });
  }

  /** True if a list loaded after the entry was found gone contains it. */
  #isListedAgain(connection: Connection): boolean {
    const { state, loadedAt = 0 } = this.#parts.catalogs.of(connection);
    const isNewer = this.#entry.state === 'gone' && state === 'fresh' && loadedAt > this.#entry.goneAt;
    return isNewer && this.#parts.catalogs.find(this.#ref) !== undefined;
  }

  /** True if only the list had the entry and a newer list no longer does. */
  #hasLeftList({ id }: Connection): boolean {
    const { catalogs } = this.#parts;
    const { isOnlyListed, state } = this.#entry;
    const wasShown = isOnlyListed && state === 'failed' && this.#shown?.sections.length;
    return Boolean(wasShown) && catalogs.isFresh(id) && catalogs.find(this.#ref) === undefined;
  }

  #becomeGone(notice: string): void {
    this.#change({ state: 'gone', notice, goneAt: Date.now() });
  }

  #fail(error: unknown, connection: Connection): void {
    const onlyListed = isOnlyListed(error);
    this.#change({ isOnlyListed: onlyListed });
    // The list is newer than an earlier retrieve.
    if (onlyListed && this.#parts.catalogs.find(this.#ref)) this.#change({ retrieved: undefined });
    if (error instanceof ServiceError && error.kind === 'notFound') {
      this.#becomeGone(goneNotice(connection, this.#entry.retrieved?.at));
      return;
    }
    const notice = failureNotice(error, connection);
    if (notice === undefined)
      this.#parts.log.error(`Retrieving for the details failed: ${errorTrace(error)}`);
    this.#change({ state: 'failed', notice: notice ?? t('Something went wrong. See the log.') });
  }

  #change(change: Partial<EntryState>): void {
    this.#entry = { ...this.#entry, ...change };
  }

  get model(): Model | undefined {
    return this.#entry.retrieved?.model ?? this.#parts.catalogs.find(this.#ref);
  }

  /** Returns what the page is to show now, with these chats. */
  show(chats: DetailsState['chats']): DetailsState {
    this.#shown = this.#state(chats);
    return this.#shown;
  }

  #state(chats: DetailsState['chats']): DetailsState {
    const { connections, catalogs, offered } = this.#parts;
    const { connectionId, kind, name } = this.#ref;
    const connection = connections.byId(connectionId);
    const { state, retrieved, isOnlyListed, before, work } = this.#entry;
    const { model } = this;
    const { wait, isSlow = false } = this.#retrieval.running ?? {};
    const now = {
      ...{ state, chats },
      notice: wait && connection ? waitSentence(wait, connection.name) : this.#noticeWithList(connection),
      canStop: isSlow && state === 'loading',
    };
    // Without its connection the page keeps its last state, even if an update was under way. A model that left the list stays
    // as it was shown, also while that is being checked.
    const isKept = !model && (state === 'gone' || state === 'loading');
    if (this.#shown && (!connection || isKept))
      return { ...this.#shown, ...now, canDelete: false, vscodeChat: undefined };
    const isBase = connection !== undefined && kind === 'baseModel';
    // A deletion starts with a retrieve.
    const canBeDeleted = state !== 'gone' && !isOnlyListed;
    return {
      ...now,
      identity: { connectionId, kind, name },
      name: cleanText(name, 500),
      subtitle: detailsSubtitle(kind, model, connection),
      canLink: connection !== undefined && canLink(connection),
      canDelete: kind === 'lora' && connection?.readOnly === false && canBeDeleted,
      vscodeChat: state === 'gone' || !connection ? undefined : offered.has(this.#ref) ? 'remove' : 'add',
      sections: model ? [...detailsSections(model, retrieved?.raw, before), ...workSections(work)] : [],
      loras: isBase ? sortModels(lorasOn(catalogs.of(connection), name), 'name').map((one) => one.name) : [],
      retrieved: retrieved ? t('Retrieved at {0}', timeOfDay(retrieved.at)) : '',
    };
  }

  #noticeWithList(connection: Connection | undefined): string | undefined {
    const { notice, state, isOnlyListed } = this.#entry;
    const { catalogs } = this.#parts;
    const isShown = isOnlyListed && state === 'failed' && catalogs.find(this.#ref) !== undefined;
    return isShown && notice !== undefined && connection
      ? listedNotice(notice, catalogs.of(connection).loadedAt)
      : notice;
  }
}
