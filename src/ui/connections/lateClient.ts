import type { ServiceClient } from '../../api/index.ts';
import type { Lazy } from '../shared/lazy.ts';

/** All operations of a service. */
export type Service = Pick<ServiceClient, keyof ServiceClient>;

/** Returns a client whose code is loaded on its first request. */
export function lateClient(client: Lazy<Service>): Service {
  return {
    listLoras: async (options) => (await client()).listLoras(options),
    getLora: async (name, options) => (await client()).getLora(name, options),
    deleteLora: async (name, options) => (await client()).deleteLora(name, options),
    listBaseModels: async (options) => (await client()).listBaseModels(options),
    getBaseModel: async (name, options) => (await client()).getBaseModel(name, options),
    async *streamChat(request, options) {
      yield* (await client()).streamChat(request, options);
    },
    refusedFields: (model) => client.made?.refusedFields(model) ?? [],
    forgetRefusedFields: (model) => client.made?.forgetRefusedFields(model),
  };
}
