import { eachLimited } from '../../../base/eachLimited.ts';
import { findRows } from '../../../core/promptSets/report/findRows.ts';
import { readRunRow, runRows } from '../../../core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ErrorWords } from '../../../core/promptSets/words/runNotices.ts';
import { maxRowsAsked, type RunList, type RunPageRow, type RunToPage } from '../../../protocol/run.ts';
import { pageDetail } from '../words/detailText.ts';
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

/** The place of rows in the list that the page has. */
interface Sight {
  from: number;
  to: number;
}

/**
 * The rows of a run's page: which ones there are, those in sight, and the opened one. They are read from the disk when they are shown,
 * and sent again when they say something else.
 */
export class RunFeed {
  readonly #parts: FeedParts;
  /** Counts up whenever other rows are listed. */
  #version = 0;
  #rows: readonly number[] = [];
  #list: RunList | undefined;
  /** The page waits for a list. */
  #isAwaited = false;
  #listing = new AbortController();
  #sight: Sight | undefined;
  #opened: number | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Lists other rows. Resolves without having done so if others are asked for meanwhile. */
  async show(list: RunList): Promise<void> {
    this.#list = list;
    this.#isAwaited = true;
    const rows = await this.#listed(list);
    if (rows) this.#tellList(rows);
  }

  /** Sends rows of the list that the page has; of another version it has asked too early, or too late. */
  async rows({
    version,
    from,
    to,
    near,
  }: {
    version: number;
    from: number;
    to: number;
    near?: number;
  }): Promise<void> {
    if (version !== this.#version) return;
    const count = Math.min(Math.max(0, to - from), maxRowsAsked);
    const at = near === undefined ? -1 : this.#rows.indexOf(near);
    const start = at < 0 ? from : Math.max(0, at - Math.floor(count / 2));
    this.#sight = { from: start, to: start + count };
    await this.#tellRows(this.#sight);
  }

  async detail(prompt: number): Promise<void> {
    if (prompt >= this.#parts.file.run.prompts) return;
    this.#opened = prompt;
    await this.#tellDetail(prompt);
  }

  /** Call when there are other answers. */
  async refresh(): Promise<void> {
    if (!this.#list) return;
    const rows = await this.#listed(this.#list);
    if (!rows) return;
    const isSame = rows.length === this.#rows.length && rows.every((prompt, at) => prompt === this.#rows[at]);
    if (this.#isAwaited || !isSame) this.#tellList(rows);
    else if (this.#sight) await this.#tellRows(this.#sight);
    if (this.#opened !== undefined) await this.#tellDetail(this.#opened);
  }

  /** Call when the page is gone: what it asked for is of no use any more. */
  close(): void {
    this.#listing.abort();
    this.#list = undefined;
    this.#sight = undefined;
    this.#opened = undefined;
  }

  /** Returns `undefined` if something else is listed meanwhile. */
  async #listed({ show, model, find }: RunList): Promise<readonly number[] | undefined> {
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
      return await findRows(file, rows, find, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  #tellList(rows: readonly number[]): void {
    this.#version += 1;
    this.#rows = rows;
    this.#isAwaited = false;
    this.#sight = undefined;
    const opened = this.#opened === undefined ? -1 : rows.indexOf(this.#opened);
    this.#parts.post({
      type: 'list',
      version: this.#version,
      count: rows.length,
      ...(opened >= 0 && { opened }),
    });
  }

  async #tellRows({ from, to }: Sight): Promise<void> {
    const [version, prompts] = [this.#version, this.#rows.slice(from, to)];
    const { file, errorWords, post } = this.#parts;
    const rows: RunPageRow[] = [];
    await eachLimited(prompts.entries(), readsAtOnce, async ([at, prompt]) => {
      rows[at] = pageRow(await readRunRow(file, prompt), file.run, errorWords);
    });
    if (version === this.#version) post({ type: 'rows', version, from, rows });
  }

  async #tellDetail(prompt: number): Promise<void> {
    const { file, errorWords, isRunning, earlier, post } = this.#parts;
    const own = pageDetail(await readRunRow(file, prompt), errorWords, isRunning());
    const detail = await earlier.addBefore(own);
    if (this.#opened === prompt) post({ type: 'detail', detail });
  }
}
