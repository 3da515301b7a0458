import type { ServiceError } from './serviceError.ts';

/** An adapter (interface-spec 2.1). `name` is its identifier and the value of `model` in a chat request. */
export interface Lora {
  kind: 'lora';
  name: string;
  /** As the service gives it, without unit or currency; `undefined` if it gives none. */
  unitPrice: number | undefined;
  activeDeployment: LoraDeployment | undefined;
  /** What the service says of the active deployment that `LoraDeployment` does not hold: unknown fields, and fields in another form. */
  unreadFacts?: Record<string, unknown>;
  /** How many tokens question and answer may have together, if the service tells. */
  contextTokens?: number;
  /** Listed by a server that names what it serves, but tells no price, creator or time of a deployment. */
  isServed?: true;
  /** What stands as `model` in a request there; absent if that is the name. */
  wireName?: string;
  /** Whose model it is there: of most such servers the engine's own name, such as `vllm` or `sglang`. */
  servedBy?: string;
}

/** A base model (interface-spec 2.3). */
export interface BaseModel {
  kind: 'baseModel';
  name: string;
  unitPrice: number | undefined;
  activeDeployment: BaseModelDeployment | undefined;
  contextTokens?: number;
  isServed?: true;
  wireName?: string;
  servedBy?: string;
}

export type Model = Lora | BaseModel;

/** Interface-spec 2.4. */
export interface BaseModelDeployment {
  /** Unix seconds. */
  createdAt?: number;
  creator?: Creator;
  /** The model's name at its source. */
  modelName?: string;
  /** The specification shows only `MODEL_HUB`; other values are kept as they are. */
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
  /** Of an assistant's message: what the model thought before it, sent as `reasoning_content`. */
  reasoning?: string;
  /** An empty list as the content beside them is sent as `null`. */
  toolCalls?: ToolCall[];
  toolCallId?: string;
  /** Of a tool, for the chat templates that want it. */
  name?: string;
}

/** One chat request. Absent fields are not sent. */
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
  /** A lone `</think>` came: all text before was reasoning. */
  | { type: 'reasoned' }
  /** With `startsInside`: none came, so all reasoning before is the answer's text. */
  | { type: 'unreasoned' }
  | { type: 'toolCall'; index: number; id: string; name: string; arguments: string }
  | { type: 'usage'; promptTokens: number; completionTokens: number; totalTokens: number }
  /** Always last, once. `complete` is false if the stream ended without `finish_reason` or `[DONE]`. */
  | { type: 'finish'; reason: string | undefined; complete: boolean };

/** A token of an answer, with the natural logarithm of its probability. */
export interface TokenLogprob {
  token: string;
  logprob: number;
}

/** A failed attempt will be repeated. */
export interface RetryWait {
  /** When, in Unix milliseconds. */
  readonly until: number;
  readonly error: Pick<ServiceError, 'status' | 'retryAfterMs'>;
}

/** Called when a wait begins, and with `undefined` when it is over and the request is resent; not if it is aborted. */
export type OnWait = (wait: RetryWait | undefined) => void;

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * Called with the service's own JSON before we interpret it, with secrets masked. Rely on it only once the call resolves:
   * answers that we then reject are passed too.
   */
  onRaw?: (json: unknown) => void;
  /** Called for a list entry left out because it is unreadable or its name holds the API key (masked here). */
  onSkipped?: (entry: unknown, why: string) => void;
  onWait?: OnWait;
  /**
   * Called each time the request is about to leave: when it is handed to the transport, and with undici again once its connection
   * stands. If `signal` is aborted in it, nothing is sent.
   */
  onLeaving?: () => void;
  /** Called with the body of a chat request, and the model as it is named there; again if it is resent without a refused field. */
  onSent?: (body: string, wireName: string) => void;
  /** Called when the headers of a 2xx answer arrive, once per such request. */
  onAnswer?: (facts: AnswerFacts) => void;
  /** Called with each read of a chat's answer, before the events in it: they came together, however late they are handled. */
  onRead?: () => void;
  /** Takes the answer's text for reasoning up to a lone `</think>`, for who can't take text back. */
  startsInside?: boolean;
  /** Called with an answer's tokens as they come, if the request has `logprobs` and the service tells them. */
  onLogprobs?: (tokens: TokenLogprob[]) => void;
  /** Called once a chat's answer has reasoning in a field of its own, and not only within its text, as `<think>…</think>`. */
  onReasoningField?: () => void;
  /** Called with the wire name of a field left out because the service refuses it for this model, now or earlier. */
  onDropped?: (field: string) => void;
}

/** How a request was sent: undici directly, or the host's `fetch` with its proxies and certificates. */
export type Way = 'undici' | 'host';

/** What the headers of an answer tell. */
export interface AnswerFacts {
  status: number;
  /** Milliseconds from handing the request to the transport. */
  headersMs: number;
  contentType: string | undefined;
  requestId: string | undefined;
  /** `undefined` for a transport that does not say. */
  way: Way | undefined;
}

/** An answer's headers, which nobody lists: `Headers`, or what looks them up as it does. */
export type AnswerHeaders = Pick<Headers, 'get'>;

/** Sends one request and resolves when the headers arrive. Follows no redirect, retries nothing. */
export type Transport = (
  url: URL,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    connectMs: number;
    headersMs: number;
    /** Call just before the request is written, if the transport can tell; it may abort `signal`. */
    onLeaving?: (() => void) | undefined;
  },
) => Promise<{ status: number; headers: AnswerHeaders; body: AsyncIterable<Uint8Array> | null; way?: Way }>;

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
  /** The least first wait after a service said that it is busy but not for how long; doubles with each try. */
  busyWaitMs: number;
}

export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** What a server showed in a TLS handshake. Names are as in the certificate. */
export interface TlsFacts {
  /** E.g. `TLSv1.3`; `undefined` if Node does not say. */
  protocol: string | undefined;
  subject: string | undefined;
  issuer: string | undefined;
  /** Unix milliseconds; `undefined` for a date that can't be read. */
  validFrom: number | undefined;
  validTo: number | undefined;
}

/** Sends when the first event is asked for; the last event is always `finish`. A promise while the client is being loaded. */
export type StreamChat = (
  request: ChatRequest,
  options?: CallOptions,
) => AsyncIterable<ChatEvent> | Promise<AsyncIterable<ChatEvent>>;

/** `hosted`: a hosting service (interface-spec). `openai`: a server with `/v1/models` and `/v1/chat/completions` alone. */
export type ServerKind = 'hosted' | 'openai';

/** What a server does with models, whichever its kind. Take a `Pick` of what you call. */
export interface ModelSource {
  listLoras(options?: CallOptions): Promise<Lora[]>;
  getLora(name: string, options?: CallOptions): Promise<Lora>;
  /** Absent if nothing can be deleted there. */
  deleteLora?(name: string, options?: CallOptions): Promise<Lora | undefined>;
  listBaseModels(options?: CallOptions): Promise<BaseModel[]>;
  getBaseModel(name: string, options?: CallOptions): Promise<BaseModel>;
  /** Takes models by their names, as all of these do, and addresses them as the server wants it. */
  streamChat: StreamChat;
  /** The wire names of the fields that are not sent to this model, because it refused them. */
  refusedFields(model: string): string[];
  /** Sends all fields to this model again. */
  forgetRefusedFields(model: string): void;
}
