/** Shorter secrets would match ordinary text by chance once spaces within them or encodings are allowed. */
export const longSecret = 12;

// The beginning of a token or cookie identifies it; as many characters as remain are masked too. A pattern of some thousand
// characters takes seconds, or is refused with an error that quotes it.
const maxSpelled = 128;

/**
 * Patterns for the forms in which a text may quote a secret: verbatim in any letter case, with characters as %XX, \uXXXX, \" or
 * character references, broken by white space, in base64 (also within a longer text, as in `Basic …`) and in hex. Partial,
 * encrypted or reversed secrets are not found. Forms that can't be in `text` are left out, as every request id is searched.
 */
export function secretForms(secret: string, text: string): RegExp[] {
  if (text.length < secret.length) return [];
  const isLong = secret.length >= longSecret;
  const forms = [writtenForm(secret, text, isLong)];
  if (isLong && text.length >= secret.length * 1.25) forms.push(...encodedForms(secret));
  return forms;
}

/** The same for any text and a secret of at least `longSecret` characters; for searching many texts. */
export function longSecretForms(secret: string): RegExp[] {
  return [brokenForm(secret, '\\s*'), ...encodedForms(secret)];
}

function writtenForm(secret: string, text: string, isLong: boolean): RegExp {
  if (!/[\s%\\&]/.test(text)) return new RegExp(literal(secret), 'gi');
  return brokenForm(secret, isLong ? '\\s?' : '');
}

function brokenForm(secret: string, between: string): RegExp {
  const rest = secret.length - maxSpelled;
  const tail = rest > 0 ? `[^]{0,${rest}}\\S*` : '';
  return new RegExp([...secret.slice(0, maxSpelled)].map(writtenForms).join(between) + tail, 'gi');
}

function encodedForms(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  return [new RegExp(bytes.toString('hex'), 'gi'), ...[0, 1, 2].map((at) => base64Form(bytes, at))];
}

function writtenForms(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const names = namedCharacters.get(char);
  const named = names === undefined ? '' : `|&${names};`;
  // Bounded, so that an answer of nothing but backslashes doesn't take quadratic time.
  return `(?:\\\\{0,4}${literal(char)}|%(?:25){0,4}${hex}|\\\\{1,4}(?:u00|x)${hex}|&#(?:0{0,6}${code}|x0{0,6}${hex});${named})`;
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
