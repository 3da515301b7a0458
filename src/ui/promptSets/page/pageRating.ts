import type { Logger } from '../../../api/types.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { BlindRating } from '../../../core/promptSets/rate/blindRating.ts';
import { type RunFile, RunTakenError } from '../../../core/promptSets/run/runFile.ts';
import type { WindowRuns } from '../../../core/promptSets/run/windowRuns.ts';
import type { RatingState, runToHost } from '../../../protocol/run.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { t } from '../../shared/text/t.ts';
import { pageDetail, wholeText } from '../words/detailText.ts';
import { notClaimedText } from '../words/endText.ts';
import { ratingNotes, ratingProgressText } from '../words/ratingText.ts';

interface RatingParts {
  runs: Pick<WindowRuns, 'claim' | 'release'>;
  file: RunFile;
  /** The page's title, which names no model. */
  title: string;
  show: (state: RatingState) => void;
  /** Called once the person leaves or finishes. */
  onEnd: () => void;
  log: Logger;
}

export type RatingMessage =
  | 'rate'
  | 'skipRating'
  | 'ratingBack'
  | 'rateSkipped'
  | 'finishRating'
  | 'leaveRating';

/** A page while answers are rated blind: it is told nothing but what `show` gets. */
export class PageRating {
  readonly #parts: RatingParts;
  readonly #rating: BlindRating;
  readonly #isNewRound: boolean;
  /** One message after the other: each concerns what the one before it has left in sight. */
  readonly #queue = new WorkQueue();
  #isOver = false;

  /** `begin` makes one. */
  constructor(parts: RatingParts, rating: BlindRating, isNewRound: boolean) {
    this.#parts = parts;
    this.#rating = rating;
    this.#isNewRound = isNewRound;
  }

  /** Returns why there can be no ratings: the run can't be claimed, or the disk takes nothing more. */
  static async begin(parts: RatingParts, other: number): Promise<PageRating | string> {
    const { runs, file, log } = parts;
    if (!(await runs.claim(file))) return notClaimedText(file, elsewhere());
    try {
      const { finished } = file.index.ratings.of(other);
      return new PageRating(parts, await BlindRating.open(file, other), finished !== undefined);
    } catch (error) {
      await runs.release(file);
      log.error(failureLine('A rating could not begin', error));
      return error instanceof RunTakenError
        ? elsewhere()
        : t(
            'Ratings can’t be saved here, so none were begun. Free up disk space, then choose Rate Blind again.',
          );
    }
  }

  readonly handlers: Pick<Handlers<typeof runToHost>, RatingMessage> = {
    rate: ({ prompt, choice }) =>
      this.#do(async () => {
        if (prompt === this.#rating.prompt) await this.#rating.rate(choice);
      }),
    skipRating: ({ prompt }) =>
      this.#do(async () => {
        if (prompt === this.#rating.prompt) await this.#rating.skip();
      }),
    ratingBack: () => this.#do(async () => void this.#rating.back()),
    rateSkipped: () => this.#do(() => this.#rating.rateSkipped()),
    finishRating: () =>
      this.#do(async () => {
        await this.#rating.finish();
        await this.end();
      }),
    leaveRating: () => this.#do(() => this.end()),
  };

  /** Shows what is in sight. */
  show(): Promise<void> {
    return this.#do(async () => undefined);
  }

  /** Lets go of the run. What was rated stays on record. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#parts.runs.release(this.#parts.file);
    this.#parts.onEnd();
  }

  #do(action: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#isOver) return;
      let alert: string | undefined;
      try {
        await action();
      } catch (error) {
        this.#parts.log.error(failureLine('A rating could not be saved', error));
        alert = failureText(error);
      }
      if (!this.#isOver) this.#parts.show(await this.#readState(alert));
    });
  }

  /** Rejects as reading a file does; then there is nothing to rate any more. */
  async #readState(alert: string | undefined): Promise<RatingState> {
    try {
      return await this.#state(alert);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async #state(alert: string | undefined): Promise<RatingState> {
    const { title, file } = this.#parts;
    const rating = this.#rating;
    const pair = await rating.pair();
    const { progress } = rating;
    return {
      title,
      progress: ratingProgressText(progress),
      ...progress,
      canGoBack: rating.canGoBack,
      notes: ratingNotes(progress, { repetitions: file.run.repetitions, isNewRound: this.#isNewRound }),
      ...(alert !== undefined && { alert }),
      ...(pair && {
        pair: {
          prompt: pair.prompt,
          asked: pageDetail({ prompt: pair.prompt, asked: pair.asked, cells: [] }, () => '', false),
          left: wholeText(pair.left),
          right: wholeText(pair.right),
          ...(pair.choice && { choice: pair.choice }),
        },
      }),
    };
  }
}

function elsewhere(): string {
  return t('Another window has this run. Rate its answers there, or close it there first.');
}

function failureText(error: unknown): string {
  return error instanceof RunTakenError
    ? t(
        'Another window has taken over this run, so this was not saved. What you rated before is kept. Leave, then choose Rate Blind there.',
      )
    : t('This could not be saved, so nothing has changed. Free up disk space, then choose again.');
}
