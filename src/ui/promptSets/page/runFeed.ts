import { eachLimited } from '../../../base/eachLimited.ts';
import { findRows } from '../../../core/promptSets/report/findRows.ts';
import { readRunRow, runRows } from '../../../core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ErrorWords } from '../../../core/promptSets/words/runNotices.ts';
import {
  maxRowsAsked,
  type RunList,
  type RunMessages,
  type RunPageDetail,
  type RunPageRow,
  type RunPageRows,
  type RunToPage,
} from '../../../protocol/run.ts';
import { pageDetail } from '../words/detailText.ts';
import { addPreferences } from '../words/preferenceDetail.ts';
import { pageRow } from '../words/rowText.ts';
import type { EarlierRun } from './earlierRun.ts';

/** So many rows are read at once. */
const readsAtOnce = 8;

interface FeedParts {
  file: RunFile;
  post: (message: RunToPage) => void;
  errorWords: ErrorWords;
  /** Whether requests are being sent. */
  isRunning: () => boolean;
  earlier: Pick<EarlierRun, 'rows' | 'addBefore'>;
}

/** The rows of a run's page, which are read from the disk when the page asks for them. */
export class RunFeed {
  readonly #parts: FeedParts;
  /** Counts up whenever other rows are listed. */
  #version = 0;
  /** Absent until the list that was asked for is there. */
  #rows: readonly number[] | undefined;
  #list: RunList | undefined;
  #listing = new AbortController();

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Lists other rows. Resolves without having done so if others are asked for meanwhile. */
  async show(list: RunList): Promise<void> {
    this.#list = list;
    this.#rows = undefined;
    await this.refresh();
  }

  /** Reads rows of the list that the page has; none of another version: the page has asked too early, or too late. */
  async rows({ version, from, to, near, opened }: RunMessages['rows']): Promise<RunPageRows | undefined> {
    const list = this.#rows;
    if (version !== this.#version || !list) return undefined;
    const { file, errorWords } = this.#parts;
    const placeOf = (prompt: number | undefined) => (prompt === undefined ? -1 : list.indexOf(prompt));
    const count = Math.min(Math.max(0, to - from), maxRowsAsked);
    const at = placeOf(near);
    const start = at < 0 ? from : Math.max(0, at - Math.floor(count / 2));
    const rows: RunPageRow[] = [];
    await eachLimited(list.slice(start, start + count).entries(), readsAtOnce, async ([place, prompt]) => {
      rows[place] = pageRow(await readRunRow(file, prompt), file.run, errorWords);
    });
    const open = placeOf(opened);
    return version === this.#version ? { from: start, rows, ...(open >= 0 && { opened: open }) } : undefined;
  }

  async detail(prompt: number): Promise<RunPageDetail | undefined> {
    const { file, errorWords, isRunning, earlier } = this.#parts;
    if (prompt >= file.run.prompts) return undefined;
    const detail = pageDetail(await readRunRow(file, prompt), errorWords, isRunning());
    return earlier.addBefore(await addPreferences(file, detail));
  }

  /** Call when there are other answers. */
  async refresh(): Promise<void> {
    if (!this.#list) return;
    const rows = await this.#listed(this.#list);
    if (!rows) return;
    const before = this.#rows;
    const isSame = before?.length === rows.length && rows.every((prompt, at) => prompt === before[at]);
    if (!isSame) this.#version += 1;
    this.#rows = rows;
    this.#parts.post({ type: 'list', version: this.#version, count: rows.length });
  }

  /** Call when the page is gone: what it asked for is of no use any more. */
  close(): void {
    this.#listing.abort();
    this.#list = undefined;
  }

  /** Returns `undefined` if something else is listed meanwhile. */
  async #listed({ show, model, tag, find }: RunList): Promise<readonly number[] | undefined> {
    this.#listing.abort();
    const listing = new AbortController();
    this.#listing = listing;
    const { signal } = listing;
    const file = this.#parts.file;
    try {
      const isChange = show === 'betterThanBefore' || show === 'worseThanBefore';
      // After a reload, all are listed until the comparison is there.
      const rows = isChange
        ? (this.#parts.earlier.rows(show) ?? (await runRows(file, 'all', signal)))
        : await runRows(file, show, signal, model);
      const isTagged = (prompt: number) => tag === undefined || file.index.tagsOf(prompt).includes(tag);
      const found = await findRows(file, rows.filter(isTagged), find, signal);
      return signal.aborted ? undefined : found;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }
}
