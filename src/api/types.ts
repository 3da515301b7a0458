import type { ServiceError } from './serviceError.ts';

/** An adapter (interface-spec 2.1). `name` is its identifier and the value of `model` in a chat request. */
export interface Lora {
  kind: 'lora';
  name: string;
  /** As the service gives it, without unit or currency; `undefined` where it gives none. */
  unitPrice: number | undefined;
  activeDeployment: LoraDeployment | undefined;
}

/** A base model (interface-spec 2.3). */
export interface BaseModel {
  kind: 'baseModel';
  name: string;
  unitPrice: number | undefined;
  activeDeployment: BaseModelDeployment | undefined;
}

export type Model = Lora | BaseModel;

/** Interface-spec 2.4. */
export interface BaseModelDeployment {
  /** Unix seconds. */
  createdAt?: number;
  creator?: Creator;
  /** The model's name at its source. */
  modelName?: string;
  /** `MODEL_HUB` is the one value that the specification shows; others are kept as they came. */
  modelSource?: string;
}

/** Interface-spec 2.2. */
export interface LoraDeployment extends BaseModelDeployment {
  baseModelName?: string;
  /** A commit hash at the hub. */
  hubRevision?: string;
}

/** Interface-spec 2.5. Which part is present for which kind of actor is not specified. */
export interface Creator {
  actorType?: string;
  apiKeyName?: string;
  user?: { firstName?: string; lastName?: string; email?: string; profileImageUrl?: string };
}

export type ContentPart = { type: 'text'; text: string } | { type: 'image'; url: string };

export interface ToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it. */
  arguments: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | ContentPart[];
  toolCalls?: ToolCall[];
  toolCallId?: string;
}

/** One chat request. A field that is absent is not sent. */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  stop?: string[];
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  tools?: { name: string; description?: string; parameters?: object }[];
  toolChoice?: 'auto' | 'required' | 'none';
  /** Further JSON fields, sent as they are; they never replace a field above. */
  extra?: Record<string, unknown>;
}

export type ChatEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'toolCall'; index: number; id: string; name: string; arguments: string }
  | { type: 'usage'; promptTokens: number; completionTokens: number; totalTokens: number }
  /** Always last, once. `complete` is false where the stream ended without `finish_reason` or `[DONE]`. */
  | { type: 'finish'; reason: string | undefined; complete: boolean };

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * The service's own answer before it is read, with the secrets that it quotes masked. Rely on it only once the call resolves: a
   * refused answer comes too.
   */
  onRaw?: (json: unknown) => void;
  /** A list entry that was left out: it could not be read, or its name holds a secret (masked here). */
  onSkipped?: (entry: unknown, why: string) => void;
  /** A failed try is repeated after `waitMs` milliseconds. */
  onRetry?: (waitMs: number, error: ServiceError) => void;
  /** The wait that `onRetry` told of is over, and the request goes out again. */
  onWaited?: () => void;
  /** The body of a chat request as it leaves; again where it is sent again without a refused field. */
  onSent?: (body: string) => void;
  /** The headers of a good answer are there; once for each request that got them. */
  onAnswer?: (facts: AnswerFacts) => void;
  /** A request field (its wire name) that the service refuses, now or before for this model; the request goes without it. */
  onDropped?: (field: string) => void;
}

/** The way on which a request left: undici directly, or the host's `fetch` with its proxies and certificates. */
export type Way = 'undici' | 'host';

/** What the headers of an answer tell. */
export interface AnswerFacts {
  status: number;
  /** Milliseconds from the request being handed to the transport. */
  headersMs: number;
  contentType: string | undefined;
  requestId: string | undefined;
  /** `undefined` for a transport that does not say. */
  way: Way | undefined;
}

/** Sends one request and answers as soon as the headers are there. Follows no redirect, retries nothing. */
export type Transport = (
  url: URL,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    connectMs: number;
    headersMs: number;
  },
) => Promise<{ status: number; headers: Headers; body: AsyncIterable<Uint8Array> | null; way?: Way }>;

/** Every clock of the client, in milliseconds. */
export interface Timing {
  connectMs: number;
  /** From the request being sent to the answer's headers. */
  headersMs: number;
  /** From the headers to the first event of a stream. */
  firstEventMs: number;
  /** Between two reads of a stream, keep-alive comments included. */
  bytesIdleMs: number;
  /** Between two events of a stream. */
  contentIdleMs: number;
  /** A whole call of a JSON endpoint. */
  totalMs: number;
  /** How long a stream may stay open after `finish_reason`, for its usage or `[DONE]`. */
  usageAfterFinishMs: number;
}

export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a probe of the network found, or the system's code of why it found nothing; `TIMEOUT` where the time ran out. */
export type Probed<T> = { ok: true; value: T } | { ok: false; code: string };

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** What a server showed of itself in a TLS handshake. Names are as the certificate gives them. */
export interface TlsFacts {
  /** `TLSv1.3`; `undefined` where Node does not say. */
  protocol: string | undefined;
  subject: string | undefined;
  issuer: string | undefined;
  /** Unix milliseconds; `undefined` for a date that can't be read. */
  validFrom: number | undefined;
  validTo: number | undefined;
  /** The code of why Node's own certificates don't vouch for it; `undefined`: they do. */
  nodeProblem: string | undefined;
  /** The same with the certificates of the system added. */
  systemProblem: string | undefined;
}
