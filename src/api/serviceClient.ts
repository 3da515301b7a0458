import { protocolFailure } from './answer/readBody.ts';
import { readDeleted, readJson } from './answer/readJson.ts';
import { readBaseModel, readList, readLora } from './answer/wire.ts';
import {
  type Collection,
  isOtherEntry,
  moreTelling,
  type NameForm,
  NameForms,
  refuseName,
  refuseOther,
  writeName,
} from './call/modelPath.ts';
import { type Call, openAnswer, type Sender } from './call/openAnswer.ts';
import { openChat } from './chat/openChat.ts';
import { readChat } from './chat/readChat.ts';
import { RefusedFields } from './chat/refusedFields.ts';
import { normalizeBaseUrl } from './config/baseUrl.ts';
import { publicError } from './errors/callFailure.ts';
import { type Operation, timingFor } from './timing.ts';
import type {
  BaseModel,
  CallOptions,
  ChatEvent,
  ChatRequest,
  Logger,
  Lora,
  Model,
  Timing,
  Transport,
} from './types.ts';

export interface ServiceClientOptions {
  /** With or without a trailing slash or `/api/v1`. */
  baseUrl: string;
  /** Called for each request. */
  apiKey: () => Promise<string | undefined>;
  transport: Transport;
  /** Further headers, for a gateway; their values are secrets too. */
  headers?: () => Promise<Record<string, string>>;
  log?: Logger;
  timing?: Partial<Timing>;
}

/** The hosting service over HTTP. Methods throw `ServiceError`, their abort reason, or what `apiKey` or `headers` threw. */
export class ServiceClient {
  readonly #baseUrl: string;
  readonly #sender: Sender;
  readonly #timing: Partial<Timing>;
  readonly #nameForms = new NameForms();
  readonly #refused = new RefusedFields();

  /** Throws a TypeError for a base URL that `normalizeBaseUrl` refuses. */
  constructor({ baseUrl, apiKey, transport, headers, log, timing = {} }: ServiceClientOptions) {
    const base = normalizeBaseUrl(baseUrl);
    // The URL itself is not quoted: it may hold a password.
    if (!base.ok) throw new TypeError(`The base URL cannot be used: ${base.reason}`);
    this.#baseUrl = base.baseUrl;
    this.#timing = timing;
    this.#sender = {
      origin: new URL(base.baseUrl).origin,
      transport,
      log,
      secrets: async () => ({ apiKey: await apiKey(), further: (await headers?.()) ?? {} }),
    };
  }

  listLoras(options: CallOptions = {}): Promise<Lora[]> {
    return this.#list('lora', readLora, options);
  }

  getLora(name: string, options: CallOptions = {}): Promise<Lora> {
    return this.#get('lora', name, readLora, options);
  }

  /**
   * Returns `undefined` if deleted, but the answer did not include the LoRA. Sent once, with the form of the path that last
   * retrieved exactly this entry; repeated only if connecting failed. If that form is not known and the name could be read as
   * another on the way, retrieves the entry first and throws what that throws.
   */
  async deleteLora(name: string, options: CallOptions = {}): Promise<Lora | undefined> {
    const endpoint = 'DELETE /api/v1/lora/{name}';
    try {
      refuseName(name, endpoint);
      const form = this.#nameForms.of('lora', name) ?? (await this.#findForm(name, options));
      const call = this.#call('delete', endpoint, `lora/${writeName(name, form, endpoint)}`, options);
      const lora = await readDeleted(await openAnswer(this.#sender, call), name, options);
      this.#nameForms.forget('lora', name);
      return lora;
    } catch (error) {
      if (isOtherEntry(error)) this.#nameForms.forget('lora', name);
      throw publicError(error);
    }
  }

  listBaseModels(options: CallOptions = {}): Promise<BaseModel[]> {
    return this.#list('base-model', readBaseModel, options);
  }

  getBaseModel(name: string, options: CallOptions = {}): Promise<BaseModel> {
    return this.#get('base-model', name, readBaseModel, options);
  }

  /** Sends when the first event is requested. The last event is always `finish`. */
  streamChat(request: ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatEvent, void> {
    const call = this.#call('chat', 'POST /api/v1/chat/completions', 'chat/completions', options);
    const open = () => openChat(this.#sender, call, request, this.#refused);
    return readChat(open, options, call.timing);
  }

  /** The wire names of the fields that are not sent to this model, because it refused them. */
  refusedFields(model: string): string[] {
    return [...this.#refused.of(model)];
  }

  /** Sends all fields to this model again. */
  forgetRefusedFields(model: string): void {
    this.#refused.forget(model);
  }

  async #list<T>(
    collection: Collection,
    read: (entry: unknown) => T | undefined,
    options: CallOptions,
  ): Promise<T[]> {
    const call = this.#call('read', `GET /api/v1/${collection}`, collection, options);
    try {
      const answer = await openAnswer(this.#sender, call);
      const entries = await readList(await readJson(answer, options), read, options);
      if (entries === undefined)
        throw protocolFailure(answer.context, 'The answer is no list of models', 'SHAPE');
      return entries;
    } catch (error) {
      throw publicError(error);
    }
  }

  async #get<T extends Model>(
    collection: Collection,
    name: string,
    read: (entry: unknown) => T | undefined,
    options: CallOptions,
  ): Promise<T> {
    try {
      return (await this.#retrieve(collection, name, read, options)).model;
    } catch (error) {
      throw publicError(error);
    }
  }

  /** Passes on only these options: `onRaw` and the like must report the deletion alone. */
  async #findForm(name: string, { signal, onWait }: CallOptions): Promise<NameForm> {
    const options = { ...(signal && { signal }), ...(onWait && { onWait }) };
    return (await this.#retrieve('lora', name, readLora, options)).form;
  }

  async #retrieve<T extends Model>(
    collection: Collection,
    name: string,
    read: (entry: unknown) => T | undefined,
    options: CallOptions,
  ): Promise<{ model: T; form: NameForm }> {
    let failure: unknown;
    for (const form of this.#nameForms.inTurn(collection, name)) {
      try {
        const model = await this.#retrieveAs(form, collection, name, read, options);
        this.#nameForms.remember(collection, name, form);
        return { model, form };
      } catch (error) {
        failure = moreTelling(failure, error);
        if (!isOtherEntry(error)) break;
        this.#nameForms.forget(collection, name);
      }
    }
    throw failure;
  }

  async #retrieveAs<T extends Model>(
    form: NameForm,
    collection: Collection,
    name: string,
    read: (entry: unknown) => T | undefined,
    options: CallOptions,
  ): Promise<T> {
    const endpoint = `GET /api/v1/${collection}/{name}`;
    const call = this.#call('read', endpoint, `${collection}/${writeName(name, form, endpoint)}`, options);
    const answer = await openAnswer(this.#sender, call);
    const model = read(await readJson(answer, options));
    if (model === undefined) throw protocolFailure(answer.context, 'The answer is no model', 'SHAPE');
    refuseOther(model, name, answer.context);
    return model;
  }

  #call(operation: Operation, endpoint: string, path: string, options: CallOptions): Call {
    const timing = timingFor(operation, this.#timing);
    const method = operation === 'chat' ? 'POST' : operation === 'delete' ? 'DELETE' : 'GET';
    const accept = operation === 'chat' ? 'text/event-stream, application/json;q=0.9' : 'application/json';
    const url = new URL(`${this.#baseUrl}/api/v1/${path}`);
    return {
      operation,
      method,
      url,
      endpoint,
      accept,
      timing,
      options,
      deadline: performance.now() + timing.totalMs,
    };
  }
}
