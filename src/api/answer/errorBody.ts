import { isObject } from '../../base/json.ts';
import { parseJsonText, readErrorDetails } from './errorDetails.ts';

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

/**
 * Reads `error.message`, `error` as text, `message` or `msg`, `detail`, `title`, OAuth's `error_description`, SGLang's
 * `error_message`, or a validator's list; plain text is used as is.
 */
export function readErrorText(text: string): ErrorContent {
  const trimmed = text.trim();
  const json = parseJsonText(trimmed);
  if (json !== undefined) return readErrorJson(json);
  // Markup, or JSON that is cut off, tells the user nothing.
  return /^[[{<]|^$/.test(trimmed) ? {} : { message: trimmed, said: trimmed };
}

export function readErrorJson(json: unknown): ErrorContent {
  const body = Array.isArray(json) ? json[0] : json;
  if (!isObject(body)) return { message: asText(body), said: json };
  const reported: unknown = Array.isArray(body.error) ? body.error[0] : body.error;
  const inner = isObject(reported) ? reported : body;
  const message =
    asText(inner.message) ??
    listedText(inner) ??
    asText(inner.msg) ??
    asText(body.error_description) ??
    asText(reported) ??
    asText(inner.detail) ??
    asText(inner.title) ??
    asText(body.message) ??
    asText(body.error_message);
  const number = typeof inner.code === 'number' ? String(inner.code) : undefined;
  return {
    message,
    code: asText(inner.code) ?? asText(inner.type) ?? number,
    // LiteLLM writes its codes as text.
    status: [inner.status, inner.code, inner.status_code].map(numberOf).find(isHttpError),
    said: json,
  };
}

/** True if a 200 answer is in fact an error: `{"error": …}` unless that means "none", or vLLM's `{"object": "error"}`. */
export function isErrorJson(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { object, error } = json;
  if (object === 'error') return true;
  // Without a message or a code, it is a field that each answer of that service has.
  return isObject(error)
    ? Object.values(error).some(Boolean)
    : Array.isArray(error)
      ? error.length > 0
      : Boolean(error);
}

/** A validator's errors: as a list, by field, or as JSON within the message (zod). */
function listedText(body: Record<string, unknown>): string | undefined {
  const lists = [body.message, body.detail, body.details, body.errors, body.issues].filter(
    (value) => typeof value === 'object' || (typeof value === 'string' && isJsonList(value)),
  );
  const texts = lists.flatMap(readErrorDetails).map(({ place, code, text }) => {
    const said = text === '' ? code : text;
    return place[0] === undefined ? said : `${place[0]}: ${said}`;
  });
  return asText([...new Set(texts)].join('; '));
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value;
}

function isHttpError(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !isJsonList(value) ? value : undefined;
}

function isJsonList(text: string): boolean {
  return Array.isArray(parseJsonText(text));
}

// How servers say how many tokens question and answer may have together. A limit for the question alone is none of these.
const limitTexts = [
  // OpenAI, vLLM, LiteLLM, Dynamo: "This model's maximum context length is 8192 tokens. However, …"; SGLang: "… of 8192 tokens";
  // vLLM also: "The decoder prompt (length 9000) is longer than the maximum model length of 8192".
  /maximum (?:context|model) length (?:is|of) (\d+)/i,
  // SGLang: "The input (9000 tokens) is longer than the model's context length (8192 tokens)"; llama.cpp since 2025: "request (9000
  // tokens) exceeds the available context size (8192 tokens)".
  /context (?:length|size) \((\d+) tokens\)/i,
  // TGI (router/src/validation.rs): "`inputs` tokens + `max_new_tokens` must be <= 8192. Given: …".
  /`inputs` tokens \+ `max_new_tokens` must be <= (\d+)/i,
  // llama-cpp-python: "Requested tokens (9000) exceed context window of 8192"; LM Studio: "loaded with context length of only 8192".
  /context (?:window|length) of (?:only )?(\d+)/i,
];

/** Returns the size of the context, in tokens, that a refusal names; `undefined` if it names none. */
export function readContextLimit(message: string | undefined, said: unknown): number | undefined {
  const error = isObject(said) && isObject(said.error) ? said.error : said;
  // llama.cpp (ggml-org/llama.cpp 15780).
  if (isObject(error) && typeof error.n_ctx === 'number') return sensible(error.n_ctx);
  const start = message?.slice(0, 2000) ?? '';
  return limitTexts.map((text) => sensible(Number(text.exec(start)?.[1]))).find((found) => found);
}

/** Anything else is no size of a context. */
function sensible(tokens: number): number | undefined {
  return Number.isInteger(tokens) && tokens >= 128 && tokens <= 100_000_000 ? tokens : undefined;
}
