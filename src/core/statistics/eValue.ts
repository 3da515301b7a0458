/** Of the Beta(4, 4) distribution that the share of wins is drawn from if there is a difference. */
const prior = 4;

const logFactorials = [0];

/** Returns the logarithm of (count)!. */
function logFactorial(count: number): number {
  for (let at = logFactorials.length; at <= count; at++)
    logFactorials.push((logFactorials[at - 1] ?? 0) + Math.log(at));
  return logFactorials[count] ?? Number.NaN;
}

/** Returns the logarithm of the beta function of two whole numbers from 1. */
function logBeta(one: number, other: number): number {
  return logFactorial(one - 1) + logFactorial(other - 1) - logFactorial(one + other - 1);
}

/**
 * Returns how much better a difference explains `wins` and `losses` than chance does: the likelihood ratio of shares of wins that are
 * drawn from Beta(4, 4) and of ½,
 *
 *     2^(b + c) · B(4 + b, 4 + c) / B(4, 4)
 *
 * Whenever one stops, and however often one looks, chance alone brings it to 1 / α or more with a probability of at most α. Sources:
 * J. Ville, "Étude critique de la notion de collectif" (1939); for mixtures, H. Robbins, "Statistical methods related to the law of the
 * iterated logarithm", Annals of Mathematical Statistics 41 (1970), 1397–1409.
 */
export function eValue(wins: number, losses: number): number {
  return Math.exp((wins + losses) * Math.LN2 + logBeta(prior + wins, prior + losses) - logBeta(prior, prior));
}
