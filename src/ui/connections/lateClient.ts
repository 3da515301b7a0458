import type { ServiceClient } from '../../api/index.ts';

/** All operations of a service. */
export type Service = Pick<ServiceClient, keyof ServiceClient>;

/** Returns a client whose code is loaded on its first request. */
export function lateClient(client: () => Promise<Service>): Service {
  return {
    listLoras: async (options) => (await client()).listLoras(options),
    getLora: async (name, options) => (await client()).getLora(name, options),
    deleteLora: async (name, options) => (await client()).deleteLora(name, options),
    listBaseModels: async (options) => (await client()).listBaseModels(options),
    getBaseModel: async (name, options) => (await client()).getBaseModel(name, options),
    async *streamChat(request, options) {
      yield* (await client()).streamChat(request, options);
    },
  };
}
