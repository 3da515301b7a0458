import { meanDifference, meanTest } from './means.ts';
import { newcombe, type PairedTable } from './rates.ts';
import { canFlip, signFlip } from './signFlip.ts';
import { signTest } from './signTest.ts';

/** What two models scored on a prompt or a group, which counts once: from 0 to 1. */
export interface Unit {
  base: number;
  other: number;
}

/** A difference's 95% interval, and the p of "there is none". */
export interface PairedTest {
  low: number;
  high: number;
  p: number;
  /** Which test `p` is of. With `mcnemar` the interval is Newcombe's, else that of `meanDifference`. */
  test: 'mcnemar' | 'signFlip' | 't';
}

/** Whether each unit passed or not, with both models. */
export function isYesOrNo(units: readonly Unit[]): boolean {
  return units.every(({ base, other }) => (base === 0 || base === 1) && (other === 0 || other === 1));
}

/**
 * Tests the difference of two models: if each unit passes or not, by Newcombe's paired interval and exact McNemar; if there are scores
 * between, by the interval of their mean difference and their sign-flip test. `seed`: of random flips.
 */
export function pairedTest(units: readonly Unit[], seed = 1, hasMeans = !isYesOrNo(units)): PairedTest {
  if (!hasMeans) {
    const table: PairedTable = { both: 0, onlyOther: 0, onlyBase: 0, neither: 0 };
    for (const { base, other } of units)
      table[base === 1 ? (other === 1 ? 'both' : 'onlyBase') : other === 1 ? 'onlyOther' : 'neither'] += 1;
    const [low, high] = newcombe(table);
    return { low, high, p: signTest(table.onlyOther, table.onlyBase), test: 'mcnemar' };
  }
  const differences = units.map(({ base, other }) => other - base);
  const [low, high] = meanDifference(differences);
  return canFlip(differences)
    ? { low, high, p: signFlip(differences, seed), test: 'signFlip' }
    : { low, high, p: meanTest(differences), test: 't' };
}
