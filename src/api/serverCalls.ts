import type { Answer } from './answer/readJson.ts';
import { type Call, openAnswer, type Sender } from './call/openAnswer.ts';
import { openChat } from './chat/openChat.ts';
import { readChat } from './chat/readChat.ts';
import { RefusedFields } from './chat/refusedFields.ts';
import { normalizeBaseUrl } from './config/baseUrl.ts';
import { type Operation, timingFor } from './timing.ts';
import type { CallOptions, ChatEvent, ChatRequest, Logger, Timing, Transport } from './types.ts';

export interface ServiceClientOptions {
  /** As typed or pasted: see `normalizeBaseUrl`. */
  baseUrl: string;
  /** Called for each request. */
  apiKey: () => Promise<string | undefined>;
  transport: Transport;
  /** Further headers, for a gateway; their values are secrets too. */
  headers?: () => Promise<Record<string, string>>;
  log?: Logger;
  timing?: Partial<Timing>;
}

/** What clients of all kinds of servers have in common: chats, and how a call is made. */
export class ServerCalls {
  readonly #sender: Sender;
  readonly #root: string;
  readonly #prefix: string;
  readonly #timing: Partial<Timing>;
  readonly #refused = new RefusedFields();

  /** `prefix`: of all paths. Throws a TypeError for a base URL that `normalizeBaseUrl` refuses. */
  constructor(options: ServiceClientOptions, prefix: '/api/v1' | '/v1', isKeyOptional = false) {
    const { baseUrl, apiKey, transport, headers, log, timing = {} } = options;
    const base = normalizeBaseUrl(baseUrl);
    // The URL itself is not quoted: it may hold a password.
    if (!base.ok) throw new TypeError(`The base URL cannot be used: ${base.reason}`);
    this.#root = base.baseUrl + prefix;
    this.#prefix = prefix;
    this.#timing = timing;
    this.#sender = {
      origin: new URL(base.baseUrl).origin,
      transport,
      log,
      secrets: async () => ({ apiKey: await apiKey(), isKeyOptional, further: (await headers?.()) ?? {} }),
    };
  }

  /** Sends when the first event is requested. The last event is always `finish`. */
  streamChat(request: ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatEvent, void> {
    const call = this.#call('chat', '/chat/completions', options);
    const open = () => openChat(this.#sender, call, request, this.#refused);
    return readChat(open, options, call.timing);
  }

  refusedFields(model: string): string[] {
    return [...this.#refused.of(model)];
  }

  forgetRefusedFields(model: string): void {
    this.#refused.forget(model);
  }

  /** Sends a call, for the class that extends this. `template`: its path as logs and errors may name it, if it holds a name. */
  open(operation: Operation, path: string, options: CallOptions, template = path): Promise<Answer> {
    return openAnswer(this.#sender, this.#call(operation, path, options, template));
  }

  #call(operation: Operation, path: string, options: CallOptions, template = path): Call {
    const timing = timingFor(operation, this.#timing);
    const method = operation === 'chat' ? 'POST' : operation === 'delete' ? 'DELETE' : 'GET';
    const accept = operation === 'chat' ? 'text/event-stream, application/json;q=0.9' : 'application/json';
    return {
      operation,
      method,
      url: new URL(this.#root + path),
      endpoint: `${method} ${this.#prefix}${template}`,
      accept,
      timing,
      options,
      deadline: performance.now() + timing.totalMs,
    };
  }
}
