/** A number that an answer must give, and how far off it may be. */
interface ToleratedNumber {
  value: number;
  tolerance: number;
}

/** Reads `42`, `"42"` or `{ value: 42, tolerance: 0.5 }`. */
export function toleratedNumber(given: unknown): ToleratedNumber | undefined {
  const parts: { value?: unknown; tolerance?: unknown } =
    typeof given === 'object' && given !== null ? given : { value: given };
  const value = numberOf(parts.value);
  const tolerance = numberOf(parts.tolerance ?? 0);
  return value === undefined || tolerance === undefined || tolerance < 0 ? undefined : { value, tolerance };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A minus sign follows no letter or digit, so that "3-5" ends in 5. Commas stand between groups of three. */
const number =
  /(?:(?<![\w.])[-\u2212])?(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\w.])\.\d+)(?:[eE][+-]?\d+)?/gu;

/** Returns the last number of a text, which is where answers give their result. */
export function lastNumber(text: string): number | undefined {
  let last: string | undefined;
  for (const [found] of text.matchAll(number)) last = found;
  return last === undefined ? undefined : Number(last.replaceAll(',', '').replace('\u2212', '-'));
}

export function isWithin(found: number, { value, tolerance }: ToleratedNumber): boolean {
  // 0.3 is within 0.1 of 0.2, though 0.3 - 0.2 is 0.09999999999999998 and 0.4 - 0.3 is 0.10000000000000003.
  return Math.abs(found - value) <= tolerance + Math.max(Math.abs(found), Math.abs(value)) * 1e-12;
}
