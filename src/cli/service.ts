import { isLoopback, normalizeBaseUrl } from '../api/config/baseUrl.ts';
import { cleanApiKey } from '../api/config/headerRules.ts';
import { createModelSource } from '../api/modelSource.ts';
import { probeAddress } from '../api/probe/addressProbe.ts';
import { ServiceError } from '../api/serviceError.ts';
import { createHostTransport } from '../api/transport/hostTransport.ts';
import type { Model, ServerKind } from '../api/types.ts';
import { defined } from '../base/defined.ts';
import { deploymentFacts } from '../core/chats/tree/column.ts';
import { cleanText } from '../core/cleanText.ts';
import { firstRequests } from '../core/exchange/firstRequests.ts';
import type { AskService } from '../core/promptSets/ask/askPrompt.ts';
import { headerVariable, keyVariable } from '../core/requestCode/codeText.ts';
import { CannotRun, serviceFault } from './cannotRun.ts';

export interface Target {
  baseUrl: string;
  kind: ServerKind | undefined;
  allowHttp: boolean;
  /** Names of further headers, for a gateway. */
  headers: readonly string[];
}

/** Returns the base URL as connections have it. Throws if it can't be used, or would send the key unencrypted. */
export function usableTarget({ baseUrl: given, allowHttp }: Pick<Target, 'baseUrl' | 'allowHttp'>): string {
  const read = normalizeBaseUrl(given);
  if (!read.ok) throw new CannotRun('--base-url must be an http: or https: address without a user name.');
  if (read.baseUrl.startsWith('http:') && !isLoopback(read.baseUrl) && !allowHttp)
    throw new CannotRun(
      'An http: address sends the key and all prompts unencrypted. --allow-http agrees to that.',
    );
  return read.baseUrl;
}

/** Returns the API key of the environment; `undefined` without one. Throws if it can't be one. */
export function apiKey(): string | undefined {
  const given = process.env[keyVariable];
  if (!given?.trim()) return undefined;
  const key = cleanApiKey(given);
  if (!key.ok) throw new CannotRun(`The API key in ${keyVariable} has characters that can't be sent.`);
  return key.apiKey;
}

/** Looks what kind of server there is and what it lists of these models, and returns what a run asks. */
export async function openService(
  target: Target,
  models: readonly string[],
  note: (text: string) => void,
): Promise<AskService> {
  const { baseUrl } = target;
  const transport = createHostTransport(undefined, true);
  const key = apiKey();
  const further = Object.fromEntries(
    target.headers.map((name) => [name, process.env[headerVariable(name)] ?? '']),
  );
  const options = { baseUrl, transport, apiKey: async () => key, headers: async () => further };
  const kind = target.kind ?? (await kindOf(baseUrl, transport));
  if (kind === 'hosted' && key === undefined)
    throw new CannotRun(`Set the environment variable ${keyVariable} to the API key.`);
  const source = createModelSource(kind, options);
  const lists = [source.listLoras(), source.listBaseModels()];
  const listed = (await Promise.all(lists.map((list) => list.catch(unlisted(baseUrl))))).flat();
  for (const name of models)
    if (listed.length > 0 && !listed.some((one) => one.name === name))
      note(`${new URL(baseUrl).host} doesn't list ${cleanText(name, 80)}. It is asked all the same.`);
  return {
    ...firstRequests(),
    streamChat: () => (request, given) => source.streamChat(request, given),
    readKept: async () => undefined,
    deployment({ name }) {
      const model = listed.find((one) => one.name === name);
      return (
        model && deploymentFacts({ ...model.activeDeployment, ...defined({ servedBy: model.servedBy }) })
      );
    },
  };
}

async function kindOf(
  baseUrl: string,
  transport: ReturnType<typeof createHostTransport>,
): Promise<ServerKind> {
  const found = await probeAddress(baseUrl, { transport, signal: AbortSignal.timeout(30_000) });
  if (found instanceof ServiceError) throw serviceFault(found, baseUrl);
  return found ? 'openai' : 'hosted';
}

/** Without its list, a server may still answer; not without a key that it takes. */
function unlisted(baseUrl: string) {
  return (error: unknown): Model[] => {
    if (!(error instanceof ServiceError)) throw error;
    if (['unauthorized', 'forbidden', 'noKey', 'network', 'tls', 'redirect'].includes(error.kind))
      throw serviceFault(error, baseUrl);
    return [];
  };
}
