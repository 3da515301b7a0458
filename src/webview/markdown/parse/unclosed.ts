import { isCjk } from './cjkEmphasis.ts';
import { readInlineMath } from './mathSyntax.ts';

/** The unfinished end of a line: the next characters may turn it into something else. */
export interface Unclosed {
  /** Everything before this position is decided. */
  start: number;
  /** What to show of the rest, without its opening mark; Markdown unless `isPlain`. */
  inside: string;
  isPlain: boolean;
}

interface Opener {
  start: number;
  length: number;
  char: string;
}

// Bounded, so that a thousand unclosed brackets or underscores don't take quadratic time.
const longestLink = 2000;
// Half a mark is shorter; without this, the pattern is tried all along the line.
const longestHalf = 40;

// A link's address and title so far; with a space inside it is not a link but words in parentheses.
const halfAddress = /^\((?:<[^<>]*>?|[^\s<]*)(?:\s+(?:["'(][^"']*["']?)?)?$/;
const halfUrl = /(?:^|[\s(*_~])((?:https?:\/\/|www\.)[^\s<]*|[\w.+-]+@[\w.-]*)$/i;
const halfTag = /^<[a-z/!?][^\s>]*$/i;
const markPattern = /[*_~`[$\\<]/g;
const punctuationPattern = /[\p{P}\p{S}\s]/u;

/** Finds the first construct of `line` still open at its end; marks that only just begin are left to `trimHalf`. */
export function findUnclosed(line: string): Unclosed | undefined {
  const openers: Opener[] = [];
  let at = nextMark(line, 0);
  let wholeUntil = 0;
  while (at < line.length) {
    const char = line[at] ?? '';
    if (char === '*' || char === '_' || char === '~') {
      at = nextMark(line, at + readDelimiter(line, at, char, openers));
      continue;
    }
    const step = readWhole(line, at, char);
    if (typeof step === 'object') return earlier(openers, line) ?? step;
    if (step > 1) wholeUntil = at + step;
    at = nextMark(line, at + step);
  }
  return earlier(openers, line) ?? findHalfUrl(line, wholeUntil);
}

function nextMark(line: string, from: number): number {
  markPattern.lastIndex = from;
  return markPattern.exec(line)?.index ?? line.length;
}

/** Returns the line without a final mark that may still grow: a backslash, bracket, dollar or half a reference. */
export function trimHalf(line: string): string {
  const start = Math.max(0, line.length - longestHalf);
  return line.slice(0, start) + line.slice(start).replace(/(?:\\|!?\[|&#?\w{0,9}|\$+)$/, '');
}

function earlier([first]: readonly Opener[], line: string): Unclosed | undefined {
  if (first === undefined) return undefined;
  return { start: first.start, inside: line.slice(first.start + first.length), isPlain: false };
}

/** Returns the length of the construct at `at`, or the construct if still open. */
function readWhole(line: string, at: number, char: string): number | Unclosed {
  if (char === '`') return readCode(line, at);
  if (char === '[') return readLink(line, at);
  if (char === '$' || char === '\\') return readMath(line, at);
  if (char === '<' && halfTag.test(line.slice(at))) return plain(at, line.slice(at));
  return 1;
}

function plain(start: number, inside: string): Unclosed {
  return { start, inside, isPlain: true };
}

function readCode(line: string, at: number): number | Unclosed {
  const run = /^`+/.exec(line.slice(at))?.[0] ?? '';
  const rest = line.slice(at + run.length);
  for (const { 0: marks, index } of rest.matchAll(/`+/g)) {
    if (marks.length === run.length) return run.length * 2 + index;
  }
  return plain(at, rest.trimStart());
}

function readMath(line: string, at: number): number | Unclosed {
  const src = line.slice(at);
  const whole = readInlineMath(src, line.slice(Math.max(0, at - 2), at));
  if (whole) return whole.raw.length;
  // Shown as source until its end proves it a formula; a single dollar is more often money.
  if (/^(?:\$\$|\\[([])/.test(src)) return plain(at, src);
  return src[0] === '\\' ? 2 : 1;
}

function readLink(line: string, at: number): number | Unclosed {
  const end = closing(line, at, '[', ']');
  if (end === undefined) return 1;
  const address = line.slice(end + 1);
  if (!address.startsWith('(')) return 1;
  const whole = closing(address, 0, '(', ')');
  if (whole !== undefined) return end + 1 + whole + 1 - at;
  if (!halfAddress.test(address)) return 1;
  const start = line[at - 1] === '!' ? at - 1 : at;
  return { start, inside: line.slice(at + 1, end), isPlain: false };
}

function closing(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  const last = Math.min(text.length, from + longestLink);
  for (let at = from; at < last; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === open) depth += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

/** Takes a run of `*`, `_` or `~` as opening or closing; returns its length. */
function readDelimiter(line: string, at: number, char: string, openers: Opener[]): number {
  let length = 1;
  while (line[at + length] === char) length += 1;
  const before = line[at - 1] ?? ' ';
  const after = line[at + length] ?? ' ';
  const isLast = at + length === line.length;
  const isInWords = !isLast && !/\s/.test(before + after) && (isCjk(before) || isCjk(after));
  const match = openers.findLastIndex(
    (opener) =>
      opener.char === char && !(isLast && opener.length > length) && !(isInWords && isOther(opener, length)),
  );
  if (match >= 0 && !/\s/.test(before)) {
    const opener = openers[match];
    if (opener === undefined || opener.length <= length) openers.splice(match);
    else opener.length -= length;
  } else if (isLast) {
    // Half of a closing mark, or an opening one.
    openers.push({ start: at, length, char });
  } else if (!/\s/.test(after) && length <= 3 && mayOpen(isInWords, char.repeat(length), before)) {
    openers.push({ start: at, length, char });
  }
  return length;
}

/** Within a word, a mark is usually a plain character; where words aren't spaced, it is emphasis. */
function mayOpen(isInWords: boolean, mark: string, before: string): boolean {
  return punctuationPattern.test(before) || (isInWords && mark !== '~' && mark[0] !== '_');
}

/** With no space around it, a mark of another length opens something nested. */
function isOther(opener: Opener, length: number): boolean {
  return opener.length !== length && Math.max(opener.length, length) < 3;
}

/** An address that may still grow is not a link yet: it would lead elsewhere. */
function findHalfUrl(line: string, from: number): Unclosed | undefined {
  const url = halfUrl.exec(line.slice(Math.max(from, line.length - longestLink)))?.[1];
  return url === undefined ? undefined : plain(line.length - url.length, url);
}
