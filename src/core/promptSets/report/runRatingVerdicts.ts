import type { RunFile } from '../run/runFile.ts';
import { type RatedPair, type RatingVerdict, ratingVerdict } from '../verdict/ratingVerdict.ts';
import { ratingsTogether } from '../verdict/together.ts';

/** What the last finished round of ratings says of a model, by the model's number, compared with the base. */
export interface ModelRatingVerdict {
  model: number;
  verdict: RatingVerdict;
  /** How many prompts were rated, and skipped. */
  rated: number;
  skipped: number;
}

/** Judges the models whose answers were rated. What is not finished yet is no part of it: it is blind still. */
export function runRatingVerdicts({ run, index }: Pick<RunFile, 'run' | 'index'>): ModelRatingVerdict[] {
  const judged = [...run.models.keys()].flatMap((model) => {
    const round = index.ratings.of(model).finished;
    if (!round) return [];
    const choices = Object.entries(round.choices);
    const pairs = choices.map(
      ([prompt, preferred]): RatedPair => ({ unit: index.unitOf(Number(prompt)), preferred }),
    );
    const skipped = pairs.filter(({ preferred }) => preferred === 'skipped').length;
    return [{ model, verdict: ratingVerdict(pairs), rated: pairs.length - skipped, skipped }];
  });
  const together = ratingsTogether(judged.map(({ verdict }) => verdict));
  return judged.map((one, at) => ({ ...one, verdict: together[at] ?? one.verdict }));
}
