const maxLooks = 60;

/**
 * Waits until none of the workbenches is busy. `look` returns the share of a core that each took in the last seconds, in percent;
 * `isCalm` gets it with the one before. Rejects if that takes too many looks.
 */
export async function settle(
  look: () => Promise<number[]>,
  isCalm: (share: number, before: number) => boolean,
): Promise<void> {
  let before = await look();
  for (let left = maxLooks; left > 0; left -= 1) {
    const shares = await look();
    const last = before;
    if (shares.every((share, index) => isCalm(share, last[index] ?? 0))) return;
    before = shares;
  }
  const busy = before.map((share) => `${share.toFixed(0)} %`).join(' and ');
  throw new Error(`The workbenches don't come to rest: they still take ${busy} of a core.`);
}
