import { hasModel } from './catalog.ts';
import { answerChat, type ChatSettings } from './chat.ts';
import type { Exchange } from './exchange.ts';
import { sglangAddressed, sglangCatalog } from './sglang.ts';

/** `max_model_len` of the sample base models. */
export const sampleContext = 8192;

interface OpenAiState extends ChatSettings {
  /** Empty: no key is wanted. */
  keys: ReadonlySet<string>;
  /** The names of the models that are answering. */
  answering: Set<{ model: string }>;
  isSglang: boolean;
}

/** Answers as vLLM 0.32 or SGLang does: models, chats and vLLM's metrics alone, with a key only if one was set. */
export async function dispatchOpenAi(exchange: Exchange, state: OpenAiState): Promise<void> {
  if (state.isSglang) {
    const catalog = sglangCatalog(state.catalog);
    const addressed = (name: string) => sglangAddressed(catalog, name);
    return answerOpenAi(exchange, { ...state, catalog, addressed });
  }
  return answerOpenAi(exchange, state);
}

async function answerOpenAi(exchange: Exchange, state: OpenAiState): Promise<void> {
  const { method, path, headers } = exchange.request;
  const [route = ''] = path.split('?', 1);
  const key = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (route.startsWith('/v1/') && state.keys.size > 0 && !state.keys.has(key))
    return exchange.sendJson(401, { error: 'Unauthorized' });
  if (route === '/v1/chat/completions' && method === 'POST') return answerCounted(exchange, state);
  if (route === '/metrics' && method === 'GET' && !state.isSglang)
    return exchange.sendText(200, metricsText(state), { 'content-type': 'text/plain; version=0.0.4' });
  if (route === '/v1/models' && method === 'GET')
    return exchange.sendJson(200, { object: 'list', data: servedModels(state) });
  exchange.sendJson(404, { detail: 'Not Found' });
}

async function answerCounted(exchange: Exchange, state: OpenAiState): Promise<void> {
  const asked = { model: /"model": *"([^"]*)"/u.exec(exchange.request.body)?.[1] ?? '' };
  state.answering.add(asked);
  await answerChat(exchange, state).finally(() => state.answering.delete(asked));
}

/** Some of what vLLM 0.32 tells Prometheus. */
function metricsText({ answering, catalog: { loras } }: OpenAiState): string {
  const models = [...answering].map(({ model }) => model);
  const adapters = new Set(models.filter((model) => loras.some(({ name }) => name === model)));
  const labels = `max_lora="8",running_lora_adapters="${[...adapters]}",waiting_lora_adapters=""`;
  return [
    '# HELP vllm:num_requests_running Number of requests in model execution batches.',
    '# TYPE vllm:num_requests_running gauge',
    `vllm:num_requests_running{engine="0"} ${models.length}.0`,
    'vllm:num_requests_waiting{engine="0"} 0.0',
    `vllm:lora_requests_info{${labels}} ${Date.now() / 1000}`,
    '',
  ].join('\n');
}

/** What is deployed, as vLLM and SGLang list it: `created` is the time of the answer. */
function servedModels({ catalog: { loras, baseModels }, isSglang }: OpenAiState): unknown[] {
  const owner = isSglang ? 'sglang' : 'vllm';
  const rest = { object: 'model', created: Math.floor(Date.now() / 1000), owned_by: owner };
  const isServed = ({ name }: { name: string }) => hasModel({ loras, baseModels }, name, 'deployed');
  return [
    ...baseModels.filter(isServed).map(({ name, active_deployment }) => ({
      id: name,
      ...rest,
      root: active_deployment?.model_name ?? name,
      parent: null,
      max_model_len: sampleContext,
    })),
    ...loras.filter(isServed).map(({ name, active_deployment }) => ({
      id: name,
      ...rest,
      root: `/adapters/${name}`,
      parent: active_deployment?.base_model_name ?? null,
      max_model_len: null,
    })),
  ];
}
