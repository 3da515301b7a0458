import { randomInt } from 'node:crypto';
import { textWithCalls } from '../../messageContent.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import type { RatingRound } from '../run/runRatings.ts';
import type { RatingChoice } from '../run/runRecord.ts';
import { type RatablePrompts, ratablePrompts } from './ratablePrompts.ts';
import { leftOf, type SideChoice } from './sides.ts';

/** Two answers to one prompt, without a word about whose they are. */
interface BlindPair {
  prompt: number;
  asked: Prompt;
  left: string;
  right: string;
  /** What was chosen before. */
  choice?: SideChoice;
}

/** How many of the prompts that can be rated have been, or were skipped; `same`: how many can't since both answers are the same. */
interface RatingProgress {
  rated: number;
  skipped: number;
  of: number;
  same: number;
}

/**
 * A round of blind ratings: one prompt at a time, until `finish`. Each choice is on record before the next prompt is in sight, so a
 * round that was left goes on where it was. All that adds to it rejects as `RunFile.add` does, and changes nothing then.
 */
export class BlindRating {
  readonly #file: RunFile;
  readonly #other: number;
  #ratable: RatablePrompts = { prompts: [], same: 0 };
  /** How many answers there were when that was looked up. */
  #answers = -1;
  /** The place in the order of the prompt in sight; at its end, none is. */
  #at = 0;
  /** True while the skipped prompts are gone through again. */
  #isAgain = false;
  /** Which answers were read for which prompt. */
  #seen: { prompt: number; answers: string } | undefined;

  /** `open` makes one. */
  constructor(file: RunFile, other: number) {
    this.#file = file;
    this.#other = other;
  }

  /** Goes on with the round under way, or draws a new one. The window must own the run. */
  static async open(file: RunFile, other: number, seed = randomInt(2 ** 32)): Promise<BlindRating> {
    if (!file.index.ratings.of(other).open)
      await file.add({ is: 'ratingBegun', other, seed, at: Date.now() });
    const rating = new BlindRating(file, other);
    await rating.#goOn();
    return rating;
  }

  get progress(): RatingProgress {
    const { prompts, same } = this.#ratable;
    const choices = prompts.map((prompt) => this.#choice(prompt));
    const skipped = choices.filter((choice) => choice === 'skipped').length;
    const open = choices.filter((choice) => choice === undefined).length;
    return { rated: choices.length - skipped - open, skipped, of: choices.length, same };
  }

  /** The number of the prompt in sight; `undefined` once none is left that was not rated or skipped. */
  get prompt(): number | undefined {
    return this.#ratable.prompts[this.#at];
  }

  /** Reads the pair in sight. */
  async pair(): Promise<BlindPair | undefined> {
    const { prompt } = this;
    if (prompt === undefined) return undefined;
    this.#seen = { prompt, answers: this.#answersTo(prompt) };
    const [asked, base, other] = await Promise.all([
      this.#file.prompt(prompt),
      ...[0, this.#other].map((model) => this.#file.result({ prompt, model, repetition: 0 })),
    ]);
    if (!asked || !base || !other) return undefined;
    const isBaseLeft = this.#left(prompt) === 'base';
    const [left, right] = isBaseLeft ? [base, other] : [other, base];
    const choice = this.#sideChoice(prompt);
    const texts = { left: textWithCalls(left), right: textWithCalls(right) };
    return { prompt, asked, ...texts, ...(choice && { choice }) };
  }

  /**
   * Records a choice for the prompt in sight and goes on to the next. Choosing again replaces the former choice. Does nothing if the
   * answers are no longer those of `pair`.
   */
  async rate(side: SideChoice): Promise<void> {
    const { prompt } = this;
    if (prompt === undefined) return;
    if (this.#seen?.prompt === prompt && this.#seen.answers !== this.#answersTo(prompt)) return;
    const left = this.#left(prompt);
    const choices: Record<SideChoice, RatingChoice> = { left, right: opposite(left), tie: 'tie' };
    await this.#record(prompt, choices[side]);
    await this.#goOn();
  }

  /** Goes on to the next prompt. What was rated stays so. */
  async skip(): Promise<void> {
    const { prompt } = this;
    if (prompt === undefined) return;
    if (!this.#choice(prompt)) await this.#record(prompt, 'skipped');
    await this.#goOn();
  }

  /** False at the first prompt. */
  get canGoBack(): boolean {
    return this.#at > 0;
  }

  /** Goes back by a prompt, if it can. */
  back(): void {
    this.#at = Math.max(0, this.#at - 1);
  }

  /** Shows the skipped prompts again. */
  async rateSkipped(): Promise<void> {
    this.#isAgain = true;
    this.#at = -1;
    await this.#goOn();
  }

  /** Ends the round. Its names may be shown then, and its verdict is the run's. */
  async finish(): Promise<void> {
    const { seed } = this.#round;
    await this.#file.add({ is: 'ratingEnded', other: this.#other, seed, at: Date.now() });
  }

  get #round(): RatingRound {
    const { open } = this.#file.index.ratings.of(this.#other);
    if (!open) throw new Error('The round of ratings is over.');
    return open;
  }

  /** Says which answers there are now. */
  #answersTo(prompt: number): string {
    const { index } = this.#file;
    const places = [0, this.#other].map((model) => index.resultPlace({ prompt, model, repetition: 0 }));
    return JSON.stringify(places);
  }

  /** Shows the first prompt without a choice or else, if they are gone through again, the next one that was skipped. */
  async #goOn(): Promise<void> {
    const before = this.#at;
    await this.#lookUp();
    const { prompts } = this.#ratable;
    const open = prompts.findIndex((prompt) => !this.#choice(prompt));
    const skipped = this.#isAgain
      ? prompts.findIndex((prompt, at) => at > before && this.#choice(prompt) === 'skipped')
      : -1;
    const next = open < 0 ? skipped : open;
    if (next < 0) this.#isAgain = false;
    this.#at = next < 0 ? prompts.length : next;
  }

  /** More may be answered by now. */
  async #lookUp(): Promise<void> {
    const answers = this.#file.index.answered;
    if (answers === this.#answers) return;
    this.#answers = answers;
    this.#ratable = await ratablePrompts(this.#file, { other: this.#other, seed: this.#round.seed });
  }

  #record(prompt: number, choice: RatingChoice): Promise<void> {
    const round = { other: this.#other, seed: this.#round.seed };
    const line = { ...round, prompt, left: this.#left(prompt), choice, at: Date.now() };
    return this.#file.add({ is: 'rated', ...line });
  }

  #left(prompt: number): 'base' | 'other' {
    return leftOf(this.#round.seed, prompt);
  }

  #choice(prompt: number): RatingChoice | undefined {
    return this.#round.choices[prompt];
  }

  #sideChoice(prompt: number): SideChoice | undefined {
    const choice = this.#choice(prompt);
    if (choice === undefined || choice === 'skipped') return undefined;
    if (choice === 'tie') return 'tie';
    return choice === this.#left(prompt) ? 'left' : 'right';
  }
}

function opposite(side: 'base' | 'other'): 'base' | 'other' {
  return side === 'base' ? 'other' : 'base';
}
