import { invisibles } from '../../base/invisible.ts';

const longestText = 300;
// A shorter secret, such as a header's `1`, would only spoil the text; in good answers there is more text to spoil.
const minSecret = 4;
const minAnswerSecret = 12;

const spaces = /[\s\u0085\u2028\u2029]+/g;

/**
 * Makes the service's text safe to show: no control or bidi characters, no echoed secrets, at most `maxLength` characters.
 * Returns `undefined` if nothing is left.
 */
export function cleanServerText(
  text: string,
  secrets: readonly string[],
  maxLength = longestText,
): string | undefined {
  const visible = text.replace(spaces, ' ').replace(invisibles, '').toWellFormed();
  // Masked before it is cut, so that no half of a secret remains at the end.
  const clean = maskSecrets(visible, secrets).trim();
  if (clean === '') return undefined;
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`;
}

/** Replaces quoted secrets with asterisks: verbatim in any letter case, with their signs escaped, or in base64. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return text.replace(quotesOf(secrets), '***');
}

// A header's value, such as a tenant, may be an innocent part of these, without which an entry can't be requested, found with
// its base or deployed again: of an answer that is an entry, of the entries of a list, of their deployments.
const names = {
  answer: new Set(['name']),
  entry: new Set(['name', 'id', 'root', 'parent']),
  deployment: new Set(['base_model_name', 'model_name', 'hub_revision', 'hf_revision']),
  other: new Set<string>(),
};

/** Where a value stands in an answer. */
type Place = keyof typeof names;

function placeIn(place: Place, field: string): Place {
  if (place !== 'answer' && place !== 'entry') return 'other';
  if (field === 'active_deployment') return 'deployment';
  // Of OpenAI's form.
  return place === 'answer' && field === 'data' ? 'answer' : 'other';
}

// A text that JSON writes with its letters escaped is looked for once it is read.
const escapedLetters = /\\u00[2-7]/i;

/**
 * Masks the secrets of at least 12 characters, the API key being the first, in the texts and field names of a 2xx answer. A name
 * is left out if it quotes the key, and otherwise as it is.
 */
export class AnswerMask {
  readonly #quotes: RegExp;
  readonly #keyQuotes: RegExp;

  constructor(secrets: readonly string[]) {
    this.#quotes = quotesOf(secrets, minAnswerSecret);
    this.#keyQuotes = quotesOf(secrets.slice(0, 1), minAnswerSecret);
  }

  /** False for an answer that needs no masking: almost any. */
  isNeeded(text: string): boolean {
    return this.#quotes !== nothing && (text.search(this.#quotes) >= 0 || escapedLetters.test(text));
  }

  mask(json: unknown): unknown {
    return this.#mask(json, 'answer');
  }

  #mask(json: unknown, place: Place): unknown {
    if (typeof json === 'string') return this.#masked(json);
    if (typeof json !== 'object' || json === null) return json;
    if (Array.isArray(json))
      return json.map((item) => this.#mask(item, place === 'answer' ? 'entry' : place));
    const fields = Object.entries(json).map(([field, value]) => {
      const isName = typeof value === 'string' && names[place].has(field);
      return [this.#masked(field), isName ? this.#name(value) : this.#mask(value, placeIn(place, field))];
    });
    return Object.fromEntries(fields);
  }

  #name(text: string): string | undefined {
    return text.search(this.#keyQuotes) < 0 ? text : undefined;
  }

  #masked(text: string): string {
    return text.replace(this.#quotes, '***');
  }
}

const nothing = /(?!)/g;
// As JSON, a URL and HTML write a character.
const escaped = String.raw`\\{1,4}u[\da-f]{4}|%[\da-f]{2}|&#?\w{1,6};`;

/** Those that were made last: mostly, the next are of the same secrets. */
let last: { of: string; quotes: RegExp } | undefined;

/** Matches each quote of the secrets that are long enough, in linear time. */
function quotesOf(secrets: readonly string[], minLength = minSecret): RegExp {
  // No header has a line break in it.
  const of = [minLength, ...secrets].join('\n');
  if (last?.of !== of) last = { of, quotes: newQuotes(secrets, minLength) };
  return last.quotes;
}

function newQuotes(secrets: readonly string[], minLength: number): RegExp {
  const forms = secrets
    .map((secret) => secret.trim().replace(/\s+/g, ' '))
    .filter(({ length }) => length >= minLength)
    .flatMap((secret) => [
      plainForm(secret),
      ...(secret.length < minAnswerSecret ? [] : base64Forms(secret)),
    ]);
  return forms.length === 0 ? nothing : new RegExp(forms.join('|'), 'gi');
}

function plainForm(secret: string): string {
  return secret.replace(/[^a-z\d]/gi, (sign) =>
    sign === ' ' ? `(?:[\\s+]{1,9}|${escaped})` : `(?:\\\\{0,4}\\${sign}|${escaped})`,
  );
}

/** The base64 characters that depend on the secret alone, wherever it starts within three bytes, as in `Basic …`. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return plainForm(own).replaceAll('\\+', '[+-]').replaceAll('\\/', '[/_]');
  });
}
