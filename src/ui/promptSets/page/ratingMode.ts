import type { Logger } from '../../../api/types.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { TakenError } from '../../../core/files/ownedFile.ts';
import { BlindRating } from '../../../core/promptSets/rate/blindRating.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RatingState, runToHost } from '../../../protocol/run.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { t } from '../../shared/text/t.ts';
import { pageDetail, wholeText } from '../words/detailText.ts';
import { notClaimedText } from '../words/endText.ts';
import { ratingNotes, ratingProgressText } from '../words/ratingText.ts';

interface RatingParts {
  file: RunFile;
  /** The page's title, which names no model. */
  title: string;
  show: (state: RatingState) => void;
  /** Says why there can be no ratings: the run can't be claimed, or the disk takes nothing more. */
  refuse: (text: string) => void;
  /** Called when the page shows the run again. */
  onEnd: () => void;
  log: Logger;
}

export type RatingHandlers = Pick<
  Handlers<typeof runToHost>,
  'rate' | 'skipRating' | 'ratingBack' | 'rateSkipped' | 'finishRating' | 'leaveRating'
>;

/**
 * Rates answers blind on a run's page, from `begin` until the person leaves or finishes. The page is told nothing but what `show` gets
 * meanwhile.
 */
export class RatingMode {
  readonly #parts: RatingParts;
  #round: { rating: BlindRating; isNew: boolean } | undefined;
  /** The tab was closed. */
  #isClosed = false;
  /** One message after the other: each concerns what the one before it has left in sight. */
  readonly #queue = new WorkQueue();

  constructor(parts: RatingParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#round !== undefined;
  }

  readonly handlers: RatingHandlers = {
    rate: ({ prompt, choice }) =>
      this.#do(async (rating) => {
        if (prompt === rating.prompt) await rating.rate(choice);
      }),
    skipRating: ({ prompt }) =>
      this.#do(async (rating) => {
        if (prompt === rating.prompt) await rating.skip();
      }),
    ratingBack: () => this.#do(async (rating) => rating.back()),
    rateSkipped: () => this.#do((rating) => rating.rateSkipped()),
    finishRating: () =>
      this.#do(async (rating) => {
        await rating.finish();
        await this.#end();
      }),
    leaveRating: () => this.#do(() => this.#end()),
  };

  /** Rates the answers of this model beside the base's. */
  async begin(other: number): Promise<void> {
    await this.#queue.run(async () => {
      if (this.isOn || this.#isClosed) return;
      this.#round = await this.#open(other);
      if (this.#isClosed) await this.#end();
    });
    await this.show();
  }

  /** Shows what is in sight. */
  show(): Promise<void> {
    return this.#do(async () => undefined);
  }

  /** Call when the tab is closed. What was rated stays on record. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #open(other: number): Promise<{ rating: BlindRating; isNew: boolean } | undefined> {
    const { file, log, refuse } = this.#parts;
    if (!(await file.claim())) {
      refuse(notClaimedText(file, elsewhere()));
      return undefined;
    }
    try {
      const isNew = file.index.ratings.of(other).finished !== undefined;
      return { rating: await BlindRating.open(file, other), isNew };
    } catch (error) {
      await file.release();
      log.error(failureLine('A rating could not begin', error));
      refuse(
        error instanceof TakenError
          ? elsewhere()
          : t(
              "Ratings can't be saved here, so none were begun. Free up disk space, then choose Rate Blind again.",
            ),
      );
      return undefined;
    }
  }

  /** Lets go of the run. What was rated stays on record. */
  async #end(): Promise<void> {
    if (!this.#round) return;
    this.#round = undefined;
    await this.#parts.file.release();
    if (!this.#isClosed) this.#parts.onEnd();
  }

  #do(action: (rating: BlindRating) => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#round) return;
      let alert: string | undefined;
      try {
        await action(this.#round.rating);
      } catch (error) {
        this.#parts.log.error(failureLine('A rating could not be saved', error));
        alert = failureText(error);
      }
      try {
        const state = await this.#state();
        if (state) this.#parts.show({ ...state, ...(alert !== undefined && { alert }) });
      } catch (error) {
        // The answers can't be read, so there is nothing to rate any more.
        await this.#end();
        throw error;
      }
    });
  }

  async #state(): Promise<RatingState | undefined> {
    const round = this.#round;
    if (!round) return undefined;
    const { title, file } = this.#parts;
    const { rating, isNew: isNewRound } = round;
    const pair = await rating.pair();
    const { progress } = rating;
    if (round !== this.#round) return undefined;
    return {
      title,
      progress: ratingProgressText(progress),
      ...progress,
      canGoBack: rating.canGoBack,
      notes: ratingNotes(progress, { repetitions: file.run.repetitions, isNewRound }),
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
  return t('This run is open in another window. Rate its answers there, or close it there first.');
}

function failureText(error: unknown): string {
  return error instanceof TakenError
    ? t(
        'Another window has taken over this run, so this was not saved. What you rated before is kept. Leave, then choose Rate Blind there.',
      )
    : t('This could not be saved, so nothing has changed. Free up disk space, then choose again.');
}
