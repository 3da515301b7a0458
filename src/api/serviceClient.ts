import { readBaseModel, readList, readLora } from './answer/modelWire.ts';
import { protocolFailure } from './answer/readBody.ts';
import { readDeleted, readJson } from './answer/readJson.ts';
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
import { ServerCalls, type ServiceClientOptions } from './serverCalls.ts';
import type { BaseModel, CallOptions, Lora, Model, ModelSource } from './types.ts';

interface Kind<T extends Model> {
  collection: Collection;
  read: (entry: unknown) => T | undefined;
}

const loras: Kind<Lora> = { collection: 'lora', read: readLora };
const baseModels: Kind<BaseModel> = { collection: 'base-model', read: readBaseModel };

/** The hosting service over HTTP. Methods throw `ServiceError`, their abort reason, or what `apiKey` or `headers` threw. */
export class ServiceClient extends ServerCalls implements ModelSource {
  readonly #nameForms = new NameForms();

  constructor(options: ServiceClientOptions) {
    super(options, '/api/v1');
  }

  listLoras(options: CallOptions = {}): Promise<Lora[]> {
    return this.#list(loras, options);
  }

  async getLora(name: string, options: CallOptions = {}): Promise<Lora> {
    return (await this.#retrieve(loras, name, options)).model;
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
      const path = `/lora/${writeName(name, form, endpoint)}`;
      const answer = await this.open('delete', path, options, { template: '/lora/{name}' });
      const lora = await readDeleted(answer, name, options);
      this.#nameForms.forget('lora', name);
      return lora;
    } catch (error) {
      if (isOtherEntry(error)) this.#nameForms.forget('lora', name);
      throw error;
    }
  }

  listBaseModels(options: CallOptions = {}): Promise<BaseModel[]> {
    return this.#list(baseModels, options);
  }

  async getBaseModel(name: string, options: CallOptions = {}): Promise<BaseModel> {
    return (await this.#retrieve(baseModels, name, options)).model;
  }

  async #list<T extends Model>({ collection, read }: Kind<T>, options: CallOptions): Promise<T[]> {
    const answer = await this.open('read', `/${collection}`, options);
    const entries = await readList(await readJson(answer, options), read, options);
    if (entries === undefined)
      throw protocolFailure(answer.context, 'The answer is no list of models', 'SHAPE');
    return entries;
  }

  /** Passes on only these options: `onRaw` and the like must report the deletion alone. */
  async #findForm(name: string, { signal, onWait }: CallOptions): Promise<NameForm> {
    const options = { ...(signal && { signal }), ...(onWait && { onWait }) };
    return (await this.#retrieve(loras, name, options)).form;
  }

  async #retrieve<T extends Model>({ collection, read }: Kind<T>, name: string, options: CallOptions) {
    const template = `/${collection}/{name}`;
    let failure: unknown;
    for (const form of this.#nameForms.inTurn(collection, name)) {
      try {
        const path = `/${collection}/${writeName(name, form, `GET /api/v1${template}`)}`;
        const answer = await this.open('read', path, options, { template });
        const model = read(await readJson(answer, options));
        if (model === undefined) throw protocolFailure(answer.context, 'The answer is no model', 'SHAPE');
        refuseOther(model, name, answer.context);
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
}
