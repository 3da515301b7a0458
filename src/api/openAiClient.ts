import { readServedModels, servedEntry } from './answer/openAiModelWire.ts';
import { protocolFailure } from './answer/readBody.ts';
import { readJson } from './answer/readJson.ts';
import { CallFailure } from './errors/errorMapping.ts';
import { ServerCalls, type ServiceClientOptions } from './serverCalls.ts';
import { isOtherServer, ServiceError } from './serviceError.ts';
import type { BaseModel, CallOptions, Lora, Model, ModelSource } from './types.ts';

/**
 * A server with `/v1/models` and `/v1/chat/completions` alone, such as vLLM: it deletes nothing, and may want no key. One model is
 * retrieved as its entry of a fresh list. Methods throw as those of `ServiceClient`.
 */
export class OpenAiClient extends ServerCalls implements ModelSource {
  /** By the names of the last list; empty for a server where models are named as they are listed. `undefined`: nothing is listed yet. */
  #wireNames: ReadonlyMap<string, string> | undefined;

  constructor(options: ServiceClientOptions) {
    super(options, '/v1', true);
  }

  async listLoras(options: CallOptions = {}): Promise<Lora[]> {
    const models = await this.#list(options);
    return models.filter((model) => model.kind === 'lora');
  }

  /** Reports unreadable entries, too: both kinds come in one list, and nobody knows which kind such an entry is. */
  async listBaseModels(options: CallOptions = {}): Promise<BaseModel[]> {
    const models = await this.#list(options, options.onSkipped);
    return models.filter((model) => model.kind === 'baseModel');
  }

  getLora(name: string, options: CallOptions = {}): Promise<Lora> {
    return this.#get(name, (model) => model.kind === 'lora', options);
  }

  getBaseModel(name: string, options: CallOptions = {}): Promise<BaseModel> {
    return this.#get(name, (model) => model.kind === 'baseModel', options);
  }

  /**
   * What the list doesn't have is not sent where wire names differ: another model would answer to it. A list that can't be had is the
   * chat's own failure, unless the server has none.
   */
  override async wireName(name: string, { signal, onWait }: CallOptions): Promise<string> {
    const isListed = () => this.#wireNames?.size === 0 || this.#wireNames?.has(name);
    if (!isListed()) {
      const options = { ...(signal && { signal }), ...(onWait && { onWait }) };
      await this.#list(options).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || !isOtherServer(error)) throw error;
        this.#wireNames = new Map();
      });
    }
    if (!isListed()) throw unknownModel('POST /v1/chat/completions');
    return this.#wireNames?.get(name) ?? name;
  }

  async #list(options: CallOptions, onSkipped?: CallOptions['onSkipped']): Promise<Model[]> {
    const answer = await this.open('read', '/models', options);
    const read = { ...(options.signal && { signal: options.signal }), ...(onSkipped && { onSkipped }) };
    const models = await readServedModels(await readJson(answer, options), read);
    if (models === undefined)
      throw protocolFailure(answer.context, 'The answer is no list of models', 'SHAPE');
    this.#wireNames = new Map(models.flatMap(({ name, wireName }) => (wireName ? [[name, wireName]] : [])));
    return models;
  }

  async #get<T extends Model>(
    name: string,
    isKind: (model: Model) => model is T & Model,
    { onRaw, ...options }: CallOptions,
  ): Promise<T> {
    let raw: unknown;
    const keepRaw = (json: unknown) => {
      raw = json;
    };
    const models = await this.#list({ ...options, onRaw: keepRaw });
    const model = models.filter(isKind).find((one) => one.name === name);
    if (model === undefined) throw unknownModel('GET /v1/models');
    onRaw?.(servedEntry(raw, name));
    return model;
  }
}

function unknownModel(endpoint: string): CallFailure {
  return new CallFailure({ endpoint, secrets: [] }, 'notFound', 'The list has no such model');
}
