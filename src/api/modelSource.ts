import { OpenAiClient } from './openAiClient.ts';
import type { ServiceClientOptions } from './serverCalls.ts';
import { ServiceClient } from './serviceClient.ts';
import { isOtherServer, ServiceError } from './serviceError.ts';
import type { CallOptions, ModelSource, ServerKind } from './types.ts';

/**
 * Returns a client for a kind of server. `undefined`: the first list shows the kind, which `onKind` is then told; until then the
 * server counts as a hosting service, to which nothing is sent without a key.
 */
export function createModelSource(
  kind: ServerKind | undefined,
  options: ServiceClientOptions,
  onKind: (kind: ServerKind) => void = () => undefined,
): ModelSource {
  if (kind === 'openai') return new OpenAiClient(options);
  const hosted = new ServiceClient(options);
  return kind === 'hosted' ? hosted : new UndecidedSource(hosted, new OpenAiClient(options), onKind);
}

class UndecidedSource implements ModelSource {
  #source: ModelSource;
  #openAi: ModelSource | undefined;
  readonly #onKind: (kind: ServerKind) => void;

  constructor(hosted: ModelSource, openAi: ModelSource, onKind: (kind: ServerKind) => void) {
    this.#source = hosted;
    this.#openAi = openAi;
    this.#onKind = onKind;
  }

  listLoras = (options?: CallOptions) => this.#list((source) => source.listLoras(options));
  listBaseModels = (options?: CallOptions) => this.#list((source) => source.listBaseModels(options));
  getLora: ModelSource['getLora'] = (name, options) => this.#source.getLora(name, options);
  getBaseModel: ModelSource['getBaseModel'] = (name, options) => this.#source.getBaseModel(name, options);
  streamChat: ModelSource['streamChat'] = (request, options) => this.#source.streamChat(request, options);
  refusedFields = (model: string) => this.#source.refusedFields(model);
  forgetRefusedFields = (model: string) => this.#source.forgetRefusedFields(model);

  async #list<T>(list: (source: ModelSource) => Promise<T>): Promise<T> {
    const other = this.#openAi;
    try {
      const listed = await list(this.#source);
      this.#decide('hosted', this.#source);
      return listed;
    } catch (error) {
      if (!other || !(error instanceof ServiceError) || !isOtherServer(error)) throw error;
      const listed = await list(other).catch((second) => {
        throw second instanceof ServiceError ? error : second;
      });
      this.#decide('openai', other);
      return listed;
    }
  }

  #decide(kind: ServerKind, source: ModelSource): void {
    if (!this.#openAi) return;
    this.#source = source;
    this.#openAi = undefined;
    this.#onKind(kind);
  }
}
