type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const space = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Returns where a text stops being JSON, as an index; its length if it is cut off. `JSON.parse` says that only for some texts. Without
 * recursion: a text may be nested as deeply as it is long.
 */
export function jsonFault(text: string): number {
  const open: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const afterValue = (): Expected => (open.length > 0 ? 'commaOrEnd' : 'nothing');
  for (;;) {
    skip(space);
    const character = text[at];
    if (character === undefined || expected === 'nothing') return at;
    if (expected === 'colon') {
      if (character !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (character === ',' && expected === 'commaOrEnd') {
      expected = open.at(-1) === ']' ? 'value' : 'key';
      at += 1;
    } else if (character === open.at(-1) && expected.endsWith('OrEnd')) {
      open.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'commaOrEnd') {
      return at;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (end < 0) return -end;
      at = end;
      expected = expected.startsWith('key') ? 'colon' : afterValue();
    } else if (expected.startsWith('key')) {
      return at;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      at += 1;
    } else if (skip(scalar)) expected = afterValue();
    else return at;
  }
}

/** Returns the index after the string that begins at `start`, or the negated index of what no string can have. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return -at;
    if (code !== 92) at += 1;
    else {
      escapeSequence.lastIndex = at;
      if (!escapeSequence.test(text)) return -at;
      at = escapeSequence.lastIndex;
    }
  }
  return -text.length;
}
