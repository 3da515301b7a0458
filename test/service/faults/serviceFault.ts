import type { Validator } from './validators.ts';

/**
 * Which requests a fault is for. `on` is a method and a path, where `{name}` stands for any name
 * (`GET /api/v1/lora/{name}`), or `*` for every request.
 */
export interface FaultTarget {
  on: string;
  /** How many requests it hits; if absent, all until it is removed. */
  times?: number;
  /** Chats only: just those that ask for this model. */
  model?: string;
}

/** Replaces the usual answer, before the key is checked. */
export type AnswerFault =
  /** Any status; a string body is sent as is, anything else as JSON. Redirects: 302 and a `location`. */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Exactly this text and type: malformed JSON (the default type), a captive portal's HTML. */
  | { kind: 'body'; body: string; contentType?: string; status?: number }
  /** Reads the request and never answers. */
  | { kind: 'hang' }
  /** A TCP reset before any header. */
  | { kind: 'reset' };

/**
 * Where in a stream something happens: after so many chunks of text, reasoning or tool call (not counting the role
 * chunk), or `finish`: just after the chunk with `finish_reason`, before usage and [DONE].
 */
export type StreamPoint = number | 'finish';

/** How a chat stream ends badly. */
export type EndingFault =
  /** The socket is destroyed; what was written before still arrives. */
  | { kind: 'cut'; after: StreamPoint }
  /** The HTTP answer ends cleanly but early, so usually without finish_reason and [DONE]. */
  | { kind: 'end'; after: StreamPoint }
  /** Silence until the client leaves, or until it is removed: then the rest follows. */
  | { kind: 'stall'; after: StreamPoint }
  /** An `{"error": …}` event, then a clean end. */
  | { kind: 'errorEvent'; after: StreamPoint; error?: Record<string, unknown> };

/** What a chat answers, and how. */
export type ChatFault =
  /** One JSON completion although the request says `stream: true`. */
  | { kind: 'json' }
  /** Exactly these bytes as the event stream, each part in its own write; `hold` leaves it open afterwards. */
  | { kind: 'sse'; text: string | readonly (string | Uint8Array)[]; hold?: boolean }
  /** Exactly this answer. */
  | { kind: 'answer'; text: string | ((model: string) => string) }
  /** A LoRA answers like its base model, as on servers that lost the adapter and don't say so. */
  | { kind: 'answersWithBase' }
  /** Tool calls instead of the text (or after it, if an `answer` is also set); `arguments` is JSON text. */
  | { kind: 'toolCalls'; calls: readonly { id?: string; name: string; arguments: string }[] }
  /** Reasoning before the text, in its own field or as `<think>` tags in the text. */
  | { kind: 'reasoning'; text: string; as: 'reasoning_content' | 'reasoning' | 'think' | 'loneEnd' }
  /** Stops after so many tokens with finish_reason `length`. */
  | { kind: 'lengthAfter'; tokens: number }
  /** No usage, though the request asks for it. */
  | { kind: 'noUsage' }
  /** Refuses requests with a picture, like a service whose model takes none; default 400. */
  | { kind: 'refuseImages'; status?: number }
  /** Refuses requests that have this field (400), naming it in `error.param`. */
  | { kind: 'refuseField'; field: string }
  /**
   * Refuses, as this software does, requests with fields other than `model`, `messages` and `knows`, and numbers above the
   * limit of their field.
   */
  | { kind: 'validate'; as: Validator; knows?: string[]; limits?: Record<string, number> };

/** Waits until it is removed, at most this long, before anything else happens to the request; combines with every other fault. */
export interface DelayFault {
  kind: 'delay';
  ms?: number;
}

/**
 * Something that goes wrong, or happens as a test wants. A request uses at most one AnswerFault, one EndingFault and one
 * of each other kind, the oldest first: two faults with `times: 1` hit two requests in turn.
 */
export type Fault = FaultTarget & (DelayFault | AnswerFault | EndingFault | ChatFault);

export type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;
