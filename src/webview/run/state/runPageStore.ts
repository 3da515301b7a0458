import type {
  RatingState,
  RunList,
  RunPageState,
  RunToHost,
  RunToPage,
  runToHost,
} from '../../../protocol/run.ts';
import type { Host } from '../../shared/host.ts';
import { rowsToAsk, type Span, windowAround } from './rowWindow.ts';
import { firstModel, firstShow, hasList, type ShownRun, withList, withRows } from './shownRun.ts';

/** The rows in sight, and the prompt that keeps its place if the list changes. */
export interface Sight extends Span {
  near: number | undefined;
}

/** Joins the page and its host: reads messages, asks for the rows that come into sight, and keeps what survives a reload. */
export class RunPageStore {
  #model: ShownRun | undefined;
  #show: (model: ShownRun) => void = () => undefined;
  #showRating: (rating: RatingState) => void = () => undefined;
  #sight: Sight = { from: 0, to: 0, near: undefined };
  /** The request for rows that waits for its reply: one at a time, for what is in sight then. */
  #asked: object | undefined;
  readonly #host: Host<RunToPage, typeof runToHost, RunPageState>;

  constructor(host: Host<RunToPage, typeof runToHost, RunPageState>) {
    this.#host = host;
  }

  /** Calls `show` with the model once there is one, and whenever it has changed; while answers are rated, `showRating`. */
  start(show: (model: ShownRun) => void, showRating: (rating: RatingState) => void): void {
    this.#show = show;
    this.#showRating = showRating;
    this.#host.onMessage((message) => this.#read(message));
    this.#host.post({ type: 'ready' });
  }

  readonly post = (message: RunToHost): void => this.#host.post(message);

  /** The first row in sight, or that was in sight before a reload. */
  get top(): number {
    return this.#sight.from;
  }

  /** Asks for another list, whose first rows are shown. */
  readonly choose = (list: RunList): void => {
    if (!this.#model) return;
    this.#asked = undefined;
    this.#sight = { from: 0, to: 0, near: undefined };
    this.#take({ ...this.#model, list, isNew: true, next: undefined, opened: undefined });
    this.#keep();
    this.post({ type: 'list', ...list });
  };

  /** Shows the details of the prompt at a place of the list, or of none. */
  readonly open = (at: number | undefined): void => {
    const prompt = at === undefined ? undefined : this.#model?.shown?.rows.get(at)?.prompt;
    if (!this.#model || (at !== undefined && prompt === undefined)) return;
    this.#take({
      ...this.#model,
      opened: prompt === undefined ? undefined : { prompt, at, detail: undefined },
    });
    this.#keep();
    void this.#readDetail();
  };

  /** Call with the rows in sight whenever they have changed. */
  readonly see = (sight: Sight): void => {
    // What is in sight is still the list before.
    if (this.#model?.isNew) return;
    const isSame = sight.from === this.#sight.from;
    this.#sight = sight;
    if (!isSame) this.#keep();
    this.#ask();
  };

  #read(message: RunToPage): void {
    if (message.type === 'state') {
      const { state } = message;
      if (this.#model?.state.runId === state.runId) {
        const isSame = JSON.stringify(this.#model.state.earlier) === JSON.stringify(state.earlier);
        this.#take({ ...this.#model, state });
        if (!isSame) this.#keep();
        const { list } = this.#model;
        if (!hasList(state, list)) this.choose({ ...list, show: firstShow(state) });
      } else this.#begin(firstModel(state, this.#host.kept()));
      return;
    }
    if (message.type === 'rating') {
      // Nothing of whose answers they are stays here; the host tells it again afterwards.
      this.#model = undefined;
      this.#asked = undefined;
      this.#showRating(message.rating);
      return;
    }
    if (!this.#model) return;
    const { version, count } = message;
    const { shown, next, isNew } = this.#model;
    const isSame = shown?.version === version && !next;
    // Told before the host knew which list was chosen.
    if (isSame && isNew) return;
    this.#asked = undefined;
    if (isSame) void this.#request(version, shown.loaded);
    else this.#take(withList(this.#model, { version, count }));
    // The first list is no change.
    if (!isNew) void this.#readDetail();
    this.#ask();
  }

  #begin(model: ShownRun): void {
    const kept = this.#host.kept();
    const top = kept?.runId === model.state.runId ? kept.top : 0;
    this.#sight = { from: top, to: top, near: undefined };
    this.#take(model);
    this.#keep();
    void this.#readDetail();
    this.post({ type: 'list', ...model.list });
  }

  #take(model: ShownRun): void {
    if (model === this.#model) return;
    this.#model = model;
    this.#show(model);
  }

  #ask(): void {
    const { next, shown, isNew } = this.#model ?? {};
    if (this.#asked) return;
    if (next) {
      void this.#request(next.version, windowAround(this.#sight, next.count), this.#sight.near);
    } else if (shown && !isNew) {
      const span = rowsToAsk(this.#sight, shown.loaded, shown.count);
      if (span) void this.#request(shown.version, span);
    }
  }

  async #request(version: number, { from, to }: Span, near?: number): Promise<void> {
    const asked = {};
    this.#asked = asked;
    const opened = this.#model?.opened?.prompt;
    const read = await this.#host.request({
      ...{ type: 'rows', version, from, to },
      ...(near !== undefined && { near }),
      ...(opened !== undefined && { opened }),
    });
    // The host has none if another list is on its way.
    if (!read || this.#asked !== asked || !this.#model) return;
    this.#asked = undefined;
    const isOpened = this.#model.opened?.prompt === opened;
    this.#take(withRows(this.#model, version, isOpened ? read : { from: read.from, rows: read.rows }));
    this.#ask();
  }

  /** Reads the details of the opened prompt, if there is one. */
  async #readDetail(): Promise<void> {
    const prompt = this.#model?.opened?.prompt;
    if (prompt === undefined) return;
    const detail = await this.#host.request({ type: 'detail', prompt });
    const opened = this.#model?.opened;
    if (this.#model && detail && opened?.prompt === prompt)
      this.#take({ ...this.#model, opened: { ...opened, detail } });
  }

  #keep(): void {
    if (!this.#model) return;
    const { state, list, opened } = this.#model;
    const { runId, earlier } = state;
    this.#host.keep({
      runId,
      ...(earlier && { earlier }),
      list,
      top: this.#sight.from,
      ...(opened && { prompt: opened.prompt }),
    });
  }
}
