import * as v from 'valibot';
import { type RunCell, type RunLineOf, ratingChoices } from './runRecord.ts';

const roundSchema = v.object({
  seed: v.number(),
  /** The last choice of each prompt, by its number. */
  choices: v.record(v.string(), v.picklist(ratingChoices)),
});

/** Ratings of two models' answers, from the first to *Finish*. */
export type RatingRound = v.InferOutput<typeof roundSchema>;

const roundsSchema = v.object({ open: v.exactOptional(roundSchema), finished: v.exactOptional(roundSchema) });

/** The rounds of one model beside the base: the one under way, and the last that was finished. */
export type RatingRounds = v.InferOutput<typeof roundsSchema>;

/** `RunRatings.rounds` as JSON. */
export const keptRounds = v.record(v.string(), roundsSchema);

/** A person's ratings of a run's answers. They are few: all are in memory. The last lines may be added again, all in their order. */
export class RunRatings {
  /** By the model's number. */
  rounds: Record<number, RatingRounds> = {};

  of(other: number): RatingRounds {
    return this.rounds[other] ?? {};
  }

  add(line: RunLineOf<'ratingBegun' | 'rated' | 'ratingEnded'>): void {
    const { open, finished } = this.of(line.other);
    if (line.is === 'ratingBegun')
      this.rounds[line.other] = { ...(finished && { finished }), open: { seed: line.seed, choices: {} } };
    else if (open?.seed !== line.seed) return;
    else if (line.is === 'rated') open.choices[line.prompt] = line.choice;
    else this.rounds[line.other] = { finished: open };
  }

  /** Returns how many choices are between answers of which one is among these. */
  affected(cells: readonly RunCell[]): number {
    const choices = new Set<string>();
    for (const { prompt, model, repetition } of cells)
      for (const [other, rounds] of Object.entries(this.rounds)) {
        if (repetition > 0 || (model > 0 && model !== Number(other))) continue;
        for (const [is, round] of Object.entries(rounds))
          if (round?.choices[prompt] !== undefined) choices.add(`${other} ${is} ${prompt}`);
      }
    return choices.size;
  }

  /** Forgets the choices between answers of which one was replaced. */
  forget({ prompt, model, repetition }: RunCell): void {
    if (repetition > 0) return;
    for (const [other, { open, finished }] of Object.entries(this.rounds)) {
      if (model > 0 && model !== Number(other)) continue;
      delete open?.choices[prompt];
      delete finished?.choices[prompt];
    }
  }
}
