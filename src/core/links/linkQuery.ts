/** A parameter of a link; `value` is as VS Code passed it on, with each `&` that no other parameter follows. */
export interface LinkParameter {
  name: string;
  value: string;
}

// Shorter names, and those with other characters, are more likely part of a text, e.g. of `x&y=2`.
const parameterStart = /^([a-z]\w{2,})=(.*)$/isu;

/**
 * Splits a link's query. VS Code has decoded it once (`URI.parse`), so an `&` may also belong to a value: what doesn't look like
 * another parameter continues the last one.
 */
export function splitQuery(query: string): LinkParameter[] {
  const parameters: LinkParameter[] = [];
  for (const part of query.split('&')) {
    const [, name, value] = parameterStart.exec(part) ?? [];
    const last = parameters.at(-1);
    if (name !== undefined && value !== undefined) parameters.push({ name, value });
    else if (last) last.value += `&${part}`;
  }
  return parameters;
}

/** All that `encodeURIComponent` leaves or writes. */
const encoded = /^(?:[\w.!~*'()-]|%[\da-f]{2})*$/iu;

/**
 * Returns a parameter's value; `undefined` if it is encoded, but not as UTF-8. A value may still be encoded, if the link was
 * written by `writeLink` or twice by hand, or be plain text, if it was encoded once. Text that has a `%` followed by two hexadecimal
 * digits is taken as such only if it also has a character that encoding would have changed. A `+` stays: after VS Code's
 * decoding, one that a form wrote for a space looks like any other.
 */
export function decodeValue(value: string): string | undefined {
  if (!value.includes('%') || !encoded.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
