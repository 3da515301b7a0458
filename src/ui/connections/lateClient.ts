import type { BaseModel, CallOptions, ChatEvent, ChatRequest, Lora, ServiceClient } from '../../api/index.ts';
import type { Lazy } from '../shared/lazy.ts';

/** All operations of a service. */
export type Service = Pick<ServiceClient, keyof ServiceClient>;

/** A client whose code is loaded on its first request. */
export class LateClient implements Service {
  readonly #client: Lazy<Service>;

  constructor(client: Lazy<Service>) {
    this.#client = client;
  }

  async listLoras(options?: CallOptions): Promise<Lora[]> {
    return (await this.#client()).listLoras(options);
  }

  async getLora(name: string, options?: CallOptions): Promise<Lora> {
    return (await this.#client()).getLora(name, options);
  }

  async deleteLora(name: string, options?: CallOptions): Promise<Lora | undefined> {
    return (await this.#client()).deleteLora(name, options);
  }

  async listBaseModels(options?: CallOptions): Promise<BaseModel[]> {
    return (await this.#client()).listBaseModels(options);
  }

  async getBaseModel(name: string, options?: CallOptions): Promise<BaseModel> {
    return (await this.#client()).getBaseModel(name, options);
  }

  async *streamChat(request: ChatRequest, options?: CallOptions): AsyncGenerator<ChatEvent, void> {
    yield* (await this.#client()).streamChat(request, options);
  }

  refusedFields(model: string): string[] {
    return this.#client.made?.refusedFields(model) ?? [];
  }

  forgetRefusedFields(model: string): void {
    this.#client.made?.forgetRefusedFields(model);
  }
}
