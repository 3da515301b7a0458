import { readComplaints } from './complaints.ts';
import { isObject } from './readBody.ts';

/** What an error body says, whichever of the usual shapes it has. */
export interface ErrorContent {
  message?: string | undefined;
  code?: string | undefined;
  /** An HTTP status inside the body, as in errors sent with status 200. */
  status?: number | undefined;
  /** The whole body, JSON or text. */
  said?: unknown;
  /** The body as it came, which may be a web page. */
  page?: string;
}

/** Reads `error.message`, `error` as text, `message`, `detail`, `title`, or a validator's list; plain text is used as is. */
export function readErrorText(text: string): ErrorContent {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const json = parse(trimmed);
    return json === undefined ? {} : readErrorJson(json);
  }
  // Markup tells the user nothing.
  return trimmed === '' || trimmed.startsWith('<') ? {} : { message: trimmed, said: trimmed };
}

export function readErrorJson(json: unknown): ErrorContent {
  const body = Array.isArray(json) ? json[0] : json;
  if (!isObject(body)) return { message: asText(body), said: json };
  const reported: unknown = Array.isArray(body.error) ? body.error[0] : body.error;
  const inner = isObject(reported) ? reported : body;
  const message =
    asText(inner.message) ??
    listedText(inner) ??
    asText(reported) ??
    asText(inner.detail) ??
    asText(inner.title) ??
    asText(body.message);
  const code = asText(inner.code) ?? asText(inner.type);
  return {
    message,
    code: code ?? (typeof inner.code === 'number' ? String(inner.code) : undefined),
    status: [inner.status, inner.code, inner.status_code].find(isHttpError),
    said: json,
  };
}

/** True if a 200 answer is in fact an error: `{"error": …}` unless that means "none", or vLLM's `{"object": "error"}`. */
export function isErrorJson(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { object, error } = json;
  if (error === undefined) return object === 'error';
  return object === 'error' || (Array.isArray(error) ? error.length > 0 : Boolean(error));
}

/** A validator's complaints: as a list, by field, or as JSON within the message (zod). */
function listedText({
  message,
  detail,
  details,
  errors,
  issues,
}: Record<string, unknown>): string | undefined {
  const lists = [message, detail, details, errors, issues].filter(isListed);
  const texts = lists.flatMap(readComplaints).map(({ place, code, text }) => {
    const said = text === '' ? code : text;
    return place[0] === undefined ? said : `${place[0]}: ${said}`;
  });
  return asText([...new Set(texts)].join('; '));
}

function isListed(value: unknown): boolean {
  return typeof value === 'object' || (typeof value === 'string' && isJsonList(value));
}

function isHttpError(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
}

/** Returns the text unless it is blank or JSON, which `listedText` reads. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !isJsonList(value) ? value : undefined;
}

function isJsonList(text: string): boolean {
  return /^\s*\[/.test(text) && Array.isArray(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Claims to be JSON and is not.
    return undefined;
  }
}
