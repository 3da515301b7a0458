import { z } from './rates.ts';

/** The 80% quantile of the normal distribution: four of five runs find what there is. */
const power = 0.8416212335729143;

/**
 * Returns how many prompts, or groups, it takes for the verdict to find a difference in four of five runs. `discordant`: the share of
 * those on which the models differ. Source: R. J. Connor, "Sample size for testing differences in proportions for the paired-sample
 * design", Biometrics 43 (1987), 207–211, and 2 / |δ| more for the exact test; with ψ′ = max(ψ, |δ|):
 *
 *     (z₀.₉₇₅ √ψ′ + z₀.₈ √(ψ′ − δ²))² / δ² + 2 / |δ|
 */
export function promptsNeeded(discordant: number, difference: number): number {
  const delta = Math.abs(difference);
  const psi = Math.max(discordant, delta);
  const root = z * Math.sqrt(psi) + power * Math.sqrt(psi - delta ** 2);
  return Math.ceil(root ** 2 / delta ** 2 + 2 / delta);
}

/** Returns the least difference that so many prompts, or groups, are enough for, up to 10⁻⁶; 1 if they are enough for none. */
export function smallestDifference(prompts: number, discordant: number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (promptsNeeded(discordant, middle) <= prompts) high = middle;
    else low = middle;
  }
  return high;
}
