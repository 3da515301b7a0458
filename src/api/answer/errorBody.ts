/** What an error body says, whichever of the usual shapes it has. */
export interface ErrorWords {
  message?: string | undefined;
  code?: string | undefined;
  /** The request field at fault. */
  param?: string | undefined;
  /** An HTTP status inside the body, as in errors sent with status 200. */
  status?: number | undefined;
}

/** Reads `error.message`, `error` as text, `message`, `detail` (text or list), `title`; plain text is used as is. */
export function readErrorText(text: string): ErrorWords {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const json = parse(trimmed);
    return json === undefined ? {} : readErrorJson(json);
  }
  // Markup tells the user nothing.
  return trimmed === '' || trimmed.startsWith('<') ? {} : { message: trimmed };
}

export function readErrorJson(json: unknown): ErrorWords {
  const body = Array.isArray(json) ? json[0] : json;
  if (!isObject(body)) return { message: asText(body) };
  const reported: unknown = Array.isArray(body.error) ? body.error[0] : body.error;
  const inner = isObject(reported) ? reported : body;
  const details = Array.isArray(inner.detail) ? inner.detail : [];
  const message =
    asText(inner.message) ??
    asText(reported) ??
    asText(inner.detail) ??
    asText(details.map(detailText).filter(Boolean).join('; ')) ??
    asText(inner.title) ??
    asText(body.message);
  const code = asText(inner.code) ?? asText(inner.type);
  return {
    message,
    code: code ?? (typeof inner.code === 'number' ? String(inner.code) : undefined),
    param: asText(inner.param) ?? details.map(detailField).find((field) => field !== undefined),
    status: [inner.status, inner.code, inner.status_code].find(isHttpError),
  };
}

/** True if a 200 answer is in fact an error: `{"error": …}` unless that means "none", or vLLM's `{"object": "error"}`. */
export function isErrorJson(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { object, error } = json;
  if (error === undefined) return object === 'error';
  return object === 'error' || (Array.isArray(error) ? error.length > 0 : Boolean(error));
}

// FastAPI: {"detail": [{"loc": ["body", "temperature"], "msg": "…"}]}
function detailText(detail: unknown): string | undefined {
  if (!isObject(detail)) return asText(detail);
  const field = detailField(detail);
  const words = asText(detail.msg) ?? asText(detail.message);
  return field === undefined ? words : `${field}: ${words ?? ''}`;
}

function detailField(detail: unknown): string | undefined {
  if (!isObject(detail) || !Array.isArray(detail.loc)) return undefined;
  return asText(detail.loc.find((part) => part !== 'body'));
}

function isHttpError(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The body was cut off; the status says enough.
    return undefined;
  }
}
