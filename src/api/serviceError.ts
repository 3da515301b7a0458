export type ServiceErrorKind =
  | 'noKey'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'badRequest'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'tls'
  | 'timeout'
  | 'redirect'
  | 'protocol'
  | 'tooLarge';

export interface ServiceErrorDetails {
  /** Method and path template, as `GET /api/v1/lora/{name}`: never a name, a key or a query. */
  endpoint: string;
  status?: number | undefined;
  /** The service's or the system's own code, as `ECONNREFUSED` or `model_not_found`. */
  code?: string | undefined;
  /** The service's words, cut and cleaned of control characters. */
  serverMessage?: string | undefined;
  requestId?: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Everything that `api` throws, but for the reason of an aborted signal. Branch on `kind`, never on `message`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly endpoint: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: ServiceErrorKind, message: string, details: ServiceErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.endpoint = details.endpoint;
    this.status = details.status;
    this.code = details.code;
    this.serverMessage = details.serverMessage;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}
