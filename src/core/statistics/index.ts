/** The formulas that a verdict is made of, each with its source: pure functions. Rates and differences are shares from 0 to 1. */
export { allOf } from './allOf.ts';
export { type AnchoredMean, anchored, anchoredMean, type RatedUnit } from './anchored.ts';
export { eValue } from './eValue.ts';
export { holm } from './holm.ts';
export { cohensKappa, type RaterAgreement } from './kappa.ts';
export {
  chanceReach,
  isMeanBelow,
  meanDifference,
  meanOf,
  meanRate,
  meanTest,
  studentQuantile,
} from './means.ts';
export { isYesOrNo, type PairedTest, pairedTest, type Unit } from './pairedTest.ts';
export { correlation, type Interval, newcombe, type PairedTable, wilson } from './rates.ts';
export { promptsNeeded, smallestDifference } from './sampleSizes.ts';
export { canFlip, signFlip } from './signFlip.ts';
export { signTest } from './signTest.ts';
export { type TagDifferences, tagDifferences } from './tagDifferences.ts';
