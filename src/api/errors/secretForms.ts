/** Shorter secrets would match ordinary text by chance once spaces within them or encodings are allowed. */
export const longSecret = 12;

// The beginning of a token or cookie identifies it; as many characters as remain are masked too. A pattern of some thousand
// characters takes seconds, or is refused with an error that quotes it.
const maxSpelled = 128;

/** The fewest characters in which a text may quote a secret: white space and backslashes change on the way, or get lost. */
export function quotedLength(secret: string): number {
  return secret.replace(/[\s\\]/g, '').length;
}

/**
 * Patterns for the forms in which a text may quote a secret: verbatim in any letter case, with characters as %XX, \uXXXX, \" or
 * character references, broken by white space, in base64 (also within a longer text, as in `Basic …`) and in hex. Partial,
 * encrypted or reversed secrets are not found. Forms that can't be in `text` are left out, as every request id is searched.
 *
 * Any text is searched in linear time: what a pattern repeats without a limit can be read in one way only.
 */
export function secretForms(secret: string, text: string): RegExp[] {
  const length = quotedLength(secret);
  if (text.length < length) return [];
  const isLong = length >= longSecret;
  const isPlain = !/[\s\\]/.test(secret) && !/[\s%\\&]/.test(text);
  const forms = isPlain ? [new RegExp(literal(secret), 'gi')] : spelledForms(secret);
  if (isLong && text.length >= length * 1.25) forms.push(...encodedForms(secret));
  return forms;
}

/** The same for any text and a secret of at least `longSecret` characters; for searching many texts. */
export function longSecretForms(secret: string): RegExp[] {
  return [...spelledForms(secret), ...encodedForms(secret)];
}

function spelledForms(secret: string): RegExp[] {
  const whole = withoutEnds(secret);
  const parts = withoutEnds(whole.slice(0, maxSpelled)).split(/([\s\\]+)/);
  const between = quotedLength(secret) >= longSecret ? '\\s*' : '';
  const rest = whole.length - maxSpelled;
  const tail = rest > 0 ? `[^]{0,${rest}}\\S*` : '';
  const broken = parts.map((part, at) =>
    at % 2 === 1
      ? gap((at + 1) / 2)
      : [...part].map((char, n) => writtenForms(char, at > 0 && n === 0)).join(between),
  );
  const forms = [broken];
  // A gap reads on through what may be the secret's own text, such as `%20`.
  if (parts.length > 1) forms.unshift(parts.map((part, at) => (at % 2 === 1 ? '[\\s\\\\]+' : literal(part))));
  return forms.map((form) => new RegExp(form.join('') + tail, 'gi'));
}

/** White space and backslashes come in any number, so a pattern that began with them would search a run of them from each of them. */
function withoutEnds(secret: string): string {
  return secret.replace(/^[\s\\]+/, '').replace(/(?<![\s\\])[\s\\]+$/, '');
}

/**
 * Matches what a text may have for white space and backslashes within a secret. A lookahead is never tried in another way: with
 * several gaps, trying all ways would take ages. Bounded except for plain white space: a secret may itself hold `\u005c`, and
 * each of many would then be read up to the last one.
 */
function gap(n: number): string {
  const one =
    '[\\\\+]|%(?:25){0,4}(?:20|09|5c)|(?<=\\\\)(?:u00|x)(?:20|09|5c)|&#(?:0{0,6}(?:32|9|92)|x0{0,6}(?:20|9|5c));';
  return `(?=((?:\\s*(?:${one})){0,16}\\s*))\\${n}`;
}

function encodedForms(secret: string): RegExp[] {
  const bytes = Buffer.from(withoutEnds(secret));
  return [new RegExp(bytes.toString('hex'), 'gi'), ...[0, 1, 2].map((at) => base64Form(bytes, at))];
}

/** `isAfterGap`: the gap has read the backslashes before this character. */
function writtenForms(char: string, isAfterGap: boolean): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const names = namedCharacters.get(char);
  const named = names === undefined ? '' : `|&${names};`;
  // Bounded, so that an answer of nothing but backslashes doesn't take quadratic time.
  const slashes = isAfterGap ? '(?<=\\\\)' : '\\\\{1,4}';
  return `(?:\\\\{0,4}${literal(char)}|%(?:25){0,4}${hex}|${slashes}(?:u00|x)${hex}|&#(?:0{0,6}${code}|x0{0,6}${hex});${named})`;
}

const namedCharacters = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
]);

/** Matches the base64 characters that depend on `bytes` alone if they start `at` bytes after a multiple of three. */
function base64Form(bytes: Buffer, at: number): RegExp {
  const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64');
  const own = text.slice(Math.ceil((at * 8) / 6), Math.floor(((at + bytes.length) * 8) / 6));
  return new RegExp(own.replaceAll('+', '(?:[+-]|%2B)').replaceAll('/', '(?:[/_]|%2F)'), 'g');
}

// The Node of our oldest VS Code lacks RegExp.escape.
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
