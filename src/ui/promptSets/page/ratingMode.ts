import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { comparedModels } from '../../../core/promptSets/run/runRecord.ts';
import type { RunToPage, runToHost } from '../../../protocol/run.ts';
import { sayWarning, withoutIcons } from '../../shared/messages.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { PageRating, type RatingMessage } from './pageRating.ts';

interface RatingModeParts extends Pick<RunParts, 'runs' | 'log'> {
  file: RunFile;
  /** The models, as they are shown. */
  names: () => readonly string[];
  post: (message: RunToPage) => void;
  /** Called when the page shows the run again. */
  onEnd: () => void;
}

export type RatingHandlers = Pick<Handlers<typeof runToHost>, RatingMessage | 'rateBlind'>;

/** Rates answers on a run's page, from *Rate Blind* until the person leaves or finishes. Nothing else is told to the page meanwhile. */
export class RatingMode {
  readonly #parts: RatingModeParts;
  #rating: PageRating | undefined;
  /** The tab was closed. */
  #isClosed = false;

  constructor(parts: RatingModeParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#rating !== undefined;
  }

  readonly handlers: RatingHandlers = {
    rateBlind: () => this.#begin(),
    rate: (message) => this.#rating?.handlers.rate(message),
    skipRating: (message) => this.#rating?.handlers.skipRating(message),
    ratingBack: (message) => this.#rating?.handlers.ratingBack(message),
    rateSkipped: (message) => this.#rating?.handlers.rateSkipped(message),
    finishRating: (message) => this.#rating?.handlers.finishRating(message),
    leaveRating: (message) => this.#rating?.handlers.leaveRating(message),
  };

  /** Shows what is in sight to a page that is new. */
  async show(): Promise<void> {
    await this.#rating?.show();
  }

  /** Call when the tab is closed. What was rated stays on record. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#rating?.end();
  }

  async #begin(): Promise<void> {
    const { runs, log, file, post, names, onEnd } = this.#parts;
    const other = await chooseRated(file, names());
    if (other === undefined || this.isOn || this.#isClosed) return;
    const rating = await PageRating.begin(
      {
        ...{ runs, file, log },
        title: cleanText(file.run.set.name, 120),
        show: (state) => post({ type: 'rating', rating: state }),
        onEnd: () => {
          this.#rating = undefined;
          if (!this.#isClosed) onEnd();
        },
      },
      other,
    );
    if (typeof rating === 'string') {
      void sayWarning(rating);
      return;
    }
    this.#rating = rating;
    await (this.#isClosed ? rating.end() : rating.show());
  }
}

/** Asks which model's answers to rate beside the base's, if there are several. `undefined`: the user canceled. */
async function chooseRated(file: RunFile, names: readonly string[]): Promise<number | undefined> {
  const models = comparedModels(file.run);
  if (models.length < 2) return models[0];
  const items = models.map((model) => ({
    model,
    label: withoutIcons(names[model] ?? ''),
    description: roundText(file, model),
  }));
  const title = t('Rate Blind: Which Model, Beside {0}?', withoutIcons(names[0] ?? ''));
  return (await vscode.window.showQuickPick(items, { title }))?.model;
}

function roundText({ index }: RunFile, model: number): string {
  const { open, finished } = index.ratings.of(model);
  const count = (choices: object) => Object.values(choices).filter((choice) => choice !== 'skipped').length;
  if (open) return t('in progress, {0} rated', count(open.choices));
  if (!finished) return '';
  return plural(count(finished.choices), 'finished, 1 rated', 'finished, {0} rated');
}
