import { mixed, rankOf } from '../drawnOrder.ts';

/** What a person says of the two answers in sight. */
export type SideChoice = 'left' | 'right' | 'tie';

/** Returns whose answer stands on the left, in a round of this seed. */
export function leftOf(seed: number, prompt: number): 'base' | 'other' {
  return mixed(rankOf(seed, prompt) ^ 0x9e3779b9) & 1 ? 'base' : 'other';
}
