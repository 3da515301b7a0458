import type { Answer } from './answer/readJson.ts';
import { type Call, openAnswer, type Sender } from './call/openAnswer.ts';
import { openChat } from './chat/openChat.ts';
import { readChat } from './chat/readChat.ts';
import { RefusedFields } from './chat/refusedFields.ts';
import { usableBaseUrl } from './config/baseUrl.ts';
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
  readonly #prefix: string;
  readonly #timing: Partial<Timing>;
  readonly #refused = new RefusedFields();

  /** `prefix`: of all paths. Throws as `usableBaseUrl` does. */
  constructor(options: ServiceClientOptions, prefix: '/api/v1' | '/v1' | '', isKeyOptional = false) {
    const { baseUrl, apiKey, transport, headers, log, timing = {} } = options;
    this.#prefix = prefix;
    this.#timing = timing;
    const usable = usableBaseUrl(baseUrl);
    this.#sender = {
      baseUrl: usable,
      origin: new URL(usable).origin,
      transport,
      log,
      // At once: on a remote machine, each takes a round trip to the window.
      secrets: async () => {
        const [key, further = {}] = await Promise.all([apiKey(), headers?.()]);
        return { apiKey: key, isKeyOptional, further };
      },
    };
  }

  /** Sends when the first event is requested. The last event is always `finish`. */
  streamChat(request: ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatEvent, void> {
    const call = this.#call('chat', '/chat/completions', options);
    const open = async () => {
      const wireName = await this.wireName(request.model, options);
      return openChat(this.#sender, call, { ...request, wireName }, this.#refused);
    };
    return readChat(open, options, call.timing);
  }

  /** Returns what stands as `model` in a request. A class that extends this may have other names, and may ask the server for them. */
  async wireName(name: string, _options: CallOptions): Promise<string> {
    return name;
  }

  refusedFields(model: string): string[] {
    return [...this.#refused.of(model)];
  }

  forgetRefusedFields(model: string): void {
    this.#refused.forget(model);
  }

  /** Sends a call, for the class that extends this. `template`: its path as logs and errors may name it, if it holds a name. */
  open(
    operation: Operation,
    path: string,
    options: CallOptions,
    { template = path, body }: { template?: string; body?: string } = {},
  ): Promise<Answer> {
    const call = this.#call(operation, path, options, template);
    return openAnswer(this.#sender, body === undefined ? call : { ...call, body });
  }

  #call(operation: Operation, path: string, options: CallOptions, template = path): Call {
    const timing = timingFor(operation, this.#timing);
    return { operation, path: this.#prefix + path, template: this.#prefix + template, timing, options };
  }
}
