import { inSlices } from '../../../base/eventLoop.ts';
import { cohensKappa, type Interval, type RaterAgreement } from '../../statistics/index.ts';
import { ratablePrompts } from '../rate/ratablePrompts.ts';
import type { RunFile } from '../run/runFile.ts';
import type { Judging } from '../run/runJudgments.ts';
import {
  type CorrectedPair,
  type CorrectedVerdict,
  correctedVerdict,
  isRated,
} from '../verdict/correctedVerdict.ts';
import { isOverLost } from '../verdict/pairedVerdict.ts';
import { type RatingVerdict, ratingVerdict } from '../verdict/ratingVerdict.ts';
import { ratingsTogether } from '../verdict/verdictsTogether.ts';
import {
  isContradiction,
  type JudgedPair,
  judgmentOfPair,
  longerPreferred,
  shareApartFromLength,
} from './judgment.ts';

/** What a judge says of a model, by the model's number, compared with the base. */
export interface ModelJudgeVerdict {
  model: number;
  judging: Judging;
  verdict: RatingVerdict;
  /** How many prompts were judged in both orders, with no judgment in one of them, and could be judged. */
  judged: number;
  none: number;
  of: number;
  /** Of the pairs where one answer was preferred and is longer or shorter. */
  longer: { longer: number; of: number };
  /** On how many of these it contradicts itself: it prefers A, or B, in both orders. */
  contradicted: number;
  /** Whether a liking of length was told apart from one of a model. */
  isLengthTested: boolean;
  /** With the person's own ratings; `undefined` if they have none in common, or both always say the same. */
  agreement: RaterAgreement | undefined;
  /** How many prompts the person has rated that the judge judged, too. */
  rated: number;
  /** The verdict as the person's ratings correct it; absent if they are too few, or the judge has more to judge. */
  corrected?: CorrectedVerdict;
}

/** Tells what judges said of a run. */
export async function runJudgeVerdicts(file: Pick<RunFile, 'run' | 'index'>): Promise<ModelJudgeVerdict[]> {
  const verdicts: ModelJudgeVerdict[] = [];
  for (const model of file.run.models.keys()) {
    const judging = file.index.judgments.of(model);
    if (judging) verdicts.push(await modelVerdict(file, model, judging));
  }
  const corrected = ratingsTogether(
    verdicts.flatMap(({ model, corrected }) => (corrected ? [{ model, verdict: corrected }] : [])),
  );
  return ratingsTogether(verdicts).map((one) => {
    const own = corrected.find(({ model }) => model === one.model)?.verdict;
    return { ...one, ...(own && { corrected: own }) };
  });
}

async function modelVerdict(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  model: number,
  judging: Judging,
): Promise<ModelJudgeVerdict> {
  const { prompts } = await ratablePrompts({ run, index }, { other: model, seed: judging.seed });
  const choices = index.ratings.of(model).finished?.choices ?? {};
  const pairs: JudgedPair[] = [];
  const preferred: CorrectedPair[] = [];
  let contradicted = 0;
  await inSlices(prompts, (prompt) => {
    const said = index.judgments.said(model, prompt);
    const judgment = judgmentOfPair(said);
    if (!judgment) return;
    pairs.push({ judgment, ...(said.longer && { longer: said.longer }) });
    if (isContradiction(said)) contradicted += 1;
    if (judgment === 'none') return;
    const person = choices[prompt];
    preferred.push({ unit: index.unitOf(prompt), preferred: judgment, ...(person && { person }) });
  });
  const both = preferred.filter(isRated).map((one) => [one.person ?? '', one.preferred] as const);
  const share = shareApartFromLength(pairs);
  const verdict = apartFromLength(ratingVerdict(preferred), share);
  // What a person stops where it reads well is no verdict; a few requests that failed don't matter.
  const isComplete = !isOverLost(prompts.length - pairs.length, prompts.length);
  const corrected = isComplete ? correctedVerdict(preferred) : undefined;
  return {
    ...(corrected && { corrected }),
    ...{ model, judging, verdict: isComplete ? verdict : { ...verdict, kind: 'notFinal' as const } },
    agreement: cohensKappa(both),
    ...{ judged: pairs.length, none: pairs.length - preferred.length, of: prompts.length },
    ...{
      longer: longerPreferred(pairs),
      rated: both.length,
      contradicted,
      isLengthTested: share !== undefined,
    },
  };
}

/** A verdict stands if the other's share, as it would be with answers of like length, lies on its side of a half. */
function apartFromLength(verdict: RatingVerdict, share: Interval | undefined): RatingVerdict {
  if (!share) return verdict;
  const [low, high] = share;
  const holds = verdict.kind === 'better' ? low > 0.5 : verdict.kind === 'worse' ? high < 0.5 : true;
  return holds ? verdict : { ...verdict, kind: 'unclear', why: 'length' };
}
