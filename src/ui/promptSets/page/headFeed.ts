import { debounce } from '../../../base/debounce.ts';
import { saveLatest } from '../../../base/saveLatest.ts';
import type { RunState } from '../../../protocol/run.ts';
import type { EarlierRun } from './earlierRun.ts';
import type { RunFeed } from './runFeed.ts';
import type { RunHead } from './runHead.ts';

interface HeadParts {
  head: Pick<
    RunHead,
    'look' | 'isComputed' | 'isBusy' | 'isMoving' | 'isRunning' | 'state' | 'compute' | 'failed' | 'recovered'
  >;
  earlier: Pick<EarlierRun, 'compute' | 'addTo'>;
  rows: Pick<RunFeed, 'refresh'>;
  /** Number of answers that the run will have. */
  answers: number;
  /** Whether there is a page that shows the run. */
  isShown: () => boolean;
  post: (state: RunState) => void;
}

/** The head of the page follows the answers at this pace. */
const headPace = { restMs: 200, maxMs: 500, isFirstAtOnce: true };

/** Times pass, and other windows begin and end, without an event. In ms. */
const tickMs = 1000;

/** Sends the head of a run's page as it changes. What takes a while for many answers is computed apart from the rest, and more seldom. */
export class HeadFeed {
  readonly #parts: HeadParts;
  #changes = 1;
  /** How many of the changes the head was computed with. */
  #computed = 0;
  /** As JSON. */
  #posted = '';
  /** Sends the head as far as it is computed. */
  readonly show = saveLatest(() => this.#post());
  /** Computes what was found, and has the rows sent again. */
  readonly compute = saveLatest(() => this.#computeAll());
  readonly #computeHead = saveLatest(() => this.#computeChanges());
  readonly #showSoon = debounce(() => void this.show(), headPace);
  readonly #computeSoon: ReturnType<typeof debounce>;
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();

  constructor(parts: HeadParts) {
    this.#parts = parts;
    const pace = { restMs: 300, maxMs: 1000 + parts.answers / 20 };
    this.#computeSoon = debounce(() => void this.compute(), pace);
  }

  /** Call when a page is there that knows nothing. */
  async startOver(): Promise<void> {
    this.#posted = '';
    await this.show();
    await this.compute();
  }

  /** Call when the run has changed, or a setting or connection that the page shows. */
  follow(): void {
    this.#changes += 1;
    if (!this.#parts.isShown()) return;
    this.#showSoon();
    this.#computeSoon();
  }

  /** Says on the page that results can't be read. */
  async fail(error: unknown): Promise<void> {
    this.#parts.head.failed(error);
    await this.show();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#showSoon.cancel();
    this.#computeSoon.cancel();
  }

  #tick(): void {
    if (this.#parts.isShown() && this.#parts.head.isMoving) void this.show();
  }

  async #post(): Promise<void> {
    const { head, earlier, isShown, post } = this.#parts;
    await head.look();
    if (!isShown()) return;
    // What is said of a run that has ended is final.
    if (head.isComputed && !head.isBusy) await this.#computeHead().catch((error) => head.failed(error));
    const state = earlier.addTo(head.state(), head.isRunning);
    const text = JSON.stringify(state);
    if (text === this.#posted) return;
    this.#posted = text;
    post(state);
  }

  async #computeAll(): Promise<void> {
    const { head, rows, isShown } = this.#parts;
    if (!isShown()) return;
    // It may be compared with another run than before.
    this.#changes += 1;
    try {
      await this.#computeHead();
      await this.show();
      await rows.refresh();
      head.recovered();
    } catch (error) {
      head.failed(error);
    }
    await this.show();
  }

  async #computeChanges(): Promise<void> {
    const { head, earlier } = this.#parts;
    const changes = this.#changes;
    if (changes === this.#computed) return;
    try {
      await head.compute();
      await earlier.compute();
    } finally {
      this.#computed = changes;
    }
  }
}
