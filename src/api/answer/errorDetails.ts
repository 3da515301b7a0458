import { isObject, parsedJson } from '../../base/json.ts';

/** One fault that an error body finds with the request. */
export interface ErrorDetail {
  /** Where in the request, outermost first, e.g. `['messages', '0', 'role']`; empty if the body doesn't say. */
  place: string[];
  /** Codes such as `extra_forbidden`, separated by spaces. */
  code: string;
  text: string;
}

// An error body has at most 64 KB, but a validator may complain about each of a thousand messages.
const maxDetails = 100;
const deepest = 8;

// What these fields of an error body hold is about the body's own place, not about a field of that name.
const containers = new Set([
  'error',
  'errors',
  'issues',
  'detail',
  'details',
  'violations',
  'json',
  'body',
  'message',
]);
const messageNames = ['message', 'msg', 'description'] as const;
const codeNames = ['code', 'type', 'errorCode', 'keyword'] as const;

/**
 * Lists what an error body, JSON or text, says is wrong with the request. Understands OpenAI's `param`, FastAPI's `detail[].loc`,
 * zod's and valibot's issues (also as JSON within a text), Ajv, Joi and express-openapi-validator, Symfony's violations, Nest's
 * list in `message`, and marshmallow's, Laravel's and ASP.NET's lists by field.
 */
export function readErrorDetails(said: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  collect(said, [], found, 0);
  return found.slice(0, maxDetails);
}

function collect(said: unknown, place: string[], found: ErrorDetail[], depth: number): void {
  if (depth > deepest || found.length >= maxDetails) return;
  if (Array.isArray(said)) for (const one of said) collect(one, place, found, depth + 1);
  else if (isObject(said)) collectObject(said, place, found, depth);
  else if (typeof said === 'string' && said.trim() !== '') {
    const json = parseJsonText(said);
    if (json === undefined) found.push({ place, code: '', text: said });
    else collect(json, place, found, depth + 1);
  }
}

function collectObject(
  json: Record<string, unknown>,
  place: string[],
  found: ErrorDetail[],
  depth: number,
): void {
  const at = placeIn(json) ?? place;
  const code = codeNames.flatMap((name) => asTexts(json[name])).join(' ');
  const texts = messageNames.flatMap((name) => asTexts(json[name]));
  const text = texts.find((one) => parseJsonText(one) === undefined) ?? '';
  const keys = Array.isArray(json.keys) ? json.keys.flatMap(asTexts) : [];
  for (const key of keys) found.push({ place: [...at, key], code, text });
  if (keys.length === 0 && (code !== '' || text !== '')) found.push({ place: at, code, text });
  for (const [name, value] of Object.entries(json)) {
    if (value === text) continue;
    if (containers.has(name)) collect(value, at, found, depth + 1);
    else if (name !== 'keys' && isTextList(value) && !placeNames.has(name))
      collect(value, [...at, name], found, depth + 1);
  }
}

const placeNames = new Set(['loc', 'path', 'param', 'instancePath', 'propertyPath', 'field', 'property']);
// Where in an HTTP request the field was, not what it was in.
const outerPlaces = new Set(['body', 'json', 'request', 'query', '$', '']);

function placeIn(json: Record<string, unknown>): string[] | undefined {
  const { params } = json;
  // Ajv names a field that it does not know beside the place of its object.
  const extra = isObject(params) ? asTexts(params.additionalProperty) : [];
  const given = [...placeNames].map((name) => json[name]).find((one) => one !== undefined && one !== null);
  if (given === undefined && extra.length === 0) return undefined;
  const parts = Array.isArray(given)
    ? // valibot has an object for each part of a path.
      given
        .map((part) => (isObject(part) ? part.key : part))
        .filter((part) => typeof part === 'string' || typeof part === 'number')
        .map(String)
    : asTexts(given).flatMap((one) => one.split(/[./[\]]+/));
  const first = parts.findIndex((part) => !outerPlaces.has(part));
  return [...(first < 0 ? [] : parts.slice(first).filter((part) => part !== '')), ...extra];
}

/** Returns `undefined` for text that is no JSON object or list. */
export function parseJsonText(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
}

function asTexts(value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}
