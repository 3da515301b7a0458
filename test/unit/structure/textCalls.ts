import { readSources } from './sources.ts';

/** The arguments of the call whose opening bracket ends just before `start`, as written in the source. */
function argumentsAt(source: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '"' || character === "'" || character === '`') at = endOfString(source, at);
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) && depth > 0) depth -= 1;
    else if (depth === 0 && (character === ',' || character === ')')) {
      found.push(source.slice(from, at).trim());
      from = at + 1;
      if (character === ')') return found.filter((one) => one !== '');
    }
  }
  throw new Error('A call has no end.');
}

function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfBraces(source, at + 2);
  }
  throw new Error('A string has no end.');
}

function endOfBraces(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '"' || character === "'" || character === '`') at = endOfString(source, at);
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at;
  }
  throw new Error('A template has no end.');
}

export interface TextCall {
  place: string;
  text: string;
  values: string[];
  /** Its first value is the count, which the text may leave out. */
  isPlural?: boolean;
}

/**
 * The text of every call of `t(…)` and the two of every `plural(…)` and `t.plural(…)`; and of `says(…)` and `saysHowMany(…)`, by which a
 * prompt set says what is given to `t` later.
 */
function callsIn(file: string, source: string): TextCall[] {
  const calls: TextCall[] = [];
  for (const match of source.matchAll(/(?<![\w$.'"`])(?:t|(?:t\s*\.)?plural|says|saysHowMany)\(/gu)) {
    const line = source.slice(0, match.index).split('\n');
    const before = line.at(-1) ?? '';
    if (/^\s*(?:\*|\/\/|\/\*)|\bfunction\s+$/u.test(before)) continue;
    const place = `${file}:${line.length}`;
    const given = argumentsAt(source, match.index + match[0].length);
    const [text = '', ...rest] = given;
    // What was worded elsewhere.
    if (text.startsWith('...')) continue;
    if (match[0] === 't(' || match[0] === 'says(') calls.push({ place, text, values: rest });
    else if (match[0] === 'saysHowMany(') calls.push({ place, text, values: [...rest, 'the count'] });
    else {
      const [count = '', one = '', many = '', ...others] = given;
      const values = [count, ...others];
      calls.push({ place, text: one, values, isPlural: true }, { place, text: many, values, isPlural: true });
    }
  }
  return calls;
}

export const isLiteral = (text: string): boolean =>
  /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")$/u.test(text) || /^`(?:[^`\\$]|\\.|\$(?!\{))*`$/u.test(text);

/** Every text for people in the extension and its pages. */
export function textCalls(): TextCall[] {
  return [...readSources('src/**/*.{ts,tsx}')].flatMap(([file, source]) => callsIn(file, source));
}

/** The bundle that translators start from: each text, mapped to itself. */
export function textBundle(calls: readonly TextCall[]): Record<string, string> {
  const texts = calls.map(({ text }) => text.slice(1, -1).replace(/\\(.)/gu, '$1'));
  return Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
}
