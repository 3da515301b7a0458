import { isObject, parsedJson } from '../base/json.ts';
import { contentFailure } from './answer/errorAnswer.ts';
import { readErrorText } from './answer/errorBody.ts';
import { maxErrorBytes, readText } from './answer/readBody.ts';
import { failureFrom } from './errors/errorMapping.ts';
import { WorkClient } from './serverWork.ts';
import { ServiceError } from './serviceError.ts';
import type { CallOptions } from './types.ts';

/** Where a server has its routes: vLLM and those that follow it below `/v1`, SGLang at the root. */
export type AdapterRoutes = 'vllm' | 'sglang';

const prefixes = { vllm: '/v1', sglang: '' } as const;

/** Also loads and unloads adapters there, where the server's administrator allows that. Methods throw `ServiceError`. */
export class AdapterServer extends WorkClient {
  /** Asks with an empty body, which changes nothing: a server that has the routes refuses it. `undefined`: it has none. */
  async routes(options: CallOptions = {}): Promise<AdapterRoutes | undefined> {
    for (const routes of ['vllm', 'sglang'] as const) {
      try {
        await this.#post(routes, 'load', {}, options);
        return routes;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.status === 400 || error.status === 422) return routes;
        if (error.status !== 404 && error.status !== 405) throw error;
      }
    }
    return undefined;
  }

  /** `path`: on the server, or an id at its hub. */
  async load(routes: AdapterRoutes, name: string, path: string, options: CallOptions = {}): Promise<void> {
    await this.#post(routes, 'load', { lora_name: name, lora_path: path }, options);
  }

  /** Loads an adapter anew under its name: in place on vLLM, elsewhere after it was unloaded. */
  async reload(routes: AdapterRoutes, name: string, path: string, options: CallOptions = {}): Promise<void> {
    if (routes === 'sglang') await this.unload(routes, name, options);
    const inPlace = routes === 'vllm' && { load_inplace: true };
    await this.#post(routes, 'load', { lora_name: name, lora_path: path, ...inPlace }, options);
  }

  async unload(routes: AdapterRoutes, name: string, options: CallOptions = {}): Promise<void> {
    await this.#post(routes, 'unload', { lora_name: name }, options);
  }

  /** vLLM answers with a plain text, SGLang with JSON whose `success` may be false. */
  async #post(
    routes: AdapterRoutes,
    what: 'load' | 'unload',
    body: object,
    options: CallOptions,
  ): Promise<void> {
    const path = `${prefixes[routes]}/${what}_lora_adapter`;
    const answer = await this.open('load', path, options, { body: JSON.stringify(body) });
    const { scope, context } = answer;
    try {
      const text = (await readText(answer.body, maxErrorBytes)) ?? '';
      const said = parsedJson(text);
      if (isObject(said) && said.success === false) throw contentFailure(readErrorText(text), context);
    } catch (error) {
      throw failureFrom(error, context, false);
    } finally {
      scope.cancel();
    }
  }
}
