import { OpenAiClient } from './openAiClient.ts';
import type { ServiceClientOptions } from './serverCalls.ts';
import { ServiceClient } from './serviceClient.ts';
import { ServiceError } from './serviceError.ts';
import type { ModelSource, ServerKind } from './types.ts';

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
  return kind === 'hosted' ? hosted : undecidedSource(hosted, new OpenAiClient(options), onKind);
}

/** Nobody is asked what is there, so only what every other server says of a path that it doesn't have counts, no page or redirect. */
function hasNoSuchPath(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 404 || error.status === 405);
}

/** Says that such a server is there. */
function isRefusal({ kind }: ServiceError): boolean {
  return kind === 'unauthorized' || kind === 'forbidden';
}

function undecidedSource(
  hosted: ModelSource,
  openAi: ModelSource,
  onKind: (kind: ServerKind) => void,
): ModelSource {
  let source = hosted;
  let other: ModelSource | undefined = openAi;
  const decide = (kind: ServerKind, decided: ModelSource) => {
    if (!other) return;
    source = decided;
    other = undefined;
    onKind(kind);
  };
  const list = async <T>(listOf: (source: ModelSource) => Promise<T>): Promise<T> => {
    const second = other;
    try {
      const listed = await listOf(source);
      decide('hosted', source);
      return listed;
    } catch (error) {
      if (!second || !hasNoSuchPath(error)) throw error;
      const listed = await listOf(second).catch((failure) => {
        throw failure instanceof ServiceError && !isRefusal(failure) ? error : failure;
      });
      decide('openai', second);
      return listed;
    }
  };
  return {
    listLoras: (options) => list((one) => one.listLoras(options)),
    listBaseModels: (options) => list((one) => one.listBaseModels(options)),
    getLora: (name, options) => source.getLora(name, options),
    getBaseModel: (name, options) => source.getBaseModel(name, options),
    streamChat: (request, options) => source.streamChat(request, options),
    refusedFields: (model) => source.refusedFields(model),
    forgetRefusedFields: (model) => source.forgetRefusedFields(model),
  };
}
