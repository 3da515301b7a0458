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
  /** Method and path template, e.g. `GET /api/v1/lora/{name}`: never a name, a key or a query. */
  endpoint: string;
  status?: number | undefined;
  /** A code of the service, the system or ours, e.g. `model_not_found`, `ECONNREFUSED` or `HTML`. */
  code?: string | undefined;
  /** The service's message, shortened and without control characters. */
  serverMessage?: string | undefined;
  requestId?: string | undefined;
  /** How long the service asks us to wait, in ms. */
  retryAfterMs?: number | undefined;
  /** How many tokens question and answer may have together, if the service refused more and said so. */
  contextLimit?: number | undefined;
  cause?: unknown;
}

/** Whether a status says that the service is too busy for now. 529: overloaded, used by some services and CDNs. */
export function isBusy(status: number | undefined): boolean {
  return status === 429 || status === 503 || status === 529;
}

/** Say nothing of what is there, or that a service is. */
const ofNoOther: ReadonlySet<ServiceErrorKind> = new Set([
  'network',
  'tls',
  'timeout',
  'noKey',
  'unauthorized',
  'forbidden',
  'rateLimited',
]);

/** True if what answered a call is no hosting service that only fails or refuses: another kind of server may be there. */
export function isOtherServer({ kind, status = 0 }: Pick<ServiceError, 'kind' | 'status'>): boolean {
  return !ofNoOther.has(kind) && status < 500;
}

/** The error with which calls fail, unless aborted. Branch on `kind`, never on `message`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly endpoint: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly contextLimit: number | undefined;

  constructor(kind: ServiceErrorKind, message: string, details: ServiceErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.endpoint = details.endpoint;
    this.status = details.status;
    this.code = details.code;
    this.serverMessage = details.serverMessage;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.contextLimit = details.contextLimit;
  }
}
