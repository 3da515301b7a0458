/** No service nests its answers deeper, and recursive code such as `JSON.stringify` would overflow the stack. */
export const maxJsonDepth = 200;

/**
 * 32 MB of JSON hold at most two million values if they are models, but eleven million if they are `[[],[],…]`, and each of
 * those takes twenty times the memory of its text.
 */
export const maxJsonValues = 3_000_000;

/** Nobody has more in one object, and listing the fields of a million takes half a second in one go. */
export const maxJsonFields = 100_000;

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;

/** Checks JSON for depth and number of values before it is parsed, not for validity. */
export function jsonProblem(text: string): 'deep' | 'values' | 'fields' | undefined {
  // Too short for any: each level takes two brackets. The chunks of a stream are.
  if (text.length <= 2 * maxJsonDepth) return undefined;
  let depth = 0;
  let values = 0;
  // Commas so far in the objects and lists that are open; those of lists are never too many.
  const commas: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      at = endOfString(text, at);
      continue;
    }
    if (sign === comma) {
      values += 1;
      const count = (commas[depth] ?? 0) + 1;
      if (count >= maxJsonFields) return 'fields';
      commas[depth] = count;
    } else if ((sign | 0x20) === 0x7b) {
      // `[` and `{`, `]` and `}` differ in one bit.
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) return 'deep';
      commas[depth] = sign === bracket ? -maxJsonValues : 0;
    } else if ((sign | 0x20) === 0x7d) {
      depth -= 1;
      // Not JSON, as the parser will say.
      if (depth < 0) return undefined;
    }
    if (values > maxJsonValues) return 'values';
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
