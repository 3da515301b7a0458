import { readText } from './answer/readBody.ts';
import { failureFrom } from './errors/errorMapping.ts';
import { maskSecrets } from './errors/serverText.ts';
import { ServerCalls, type ServiceClientOptions } from './serverCalls.ts';
import type { CallOptions } from './types.ts';

/** What a server says that it is doing. A field is absent where it doesn't say. */
export interface ServerWork {
  /** Requests that are being answered, and those that wait for that. */
  running?: number;
  waiting?: number;
  /** Adapters that requests of now are for. vLLM alone names them. */
  adapters?: string[];
  /** Adapters that fit in the memory with which they are computed. `used`: SGLang alone tells it. */
  slots?: { used?: number; of: number };
}

// vLLM has `/metrics` always, SGLang with --enable-metrics, llama.cpp's server with --metrics; TGI and LoRAX share names.
const runningNames = [
  'vllm:num_requests_running',
  'sglang:num_running_reqs',
  'llamacpp:requests_processing',
  'tgi_batch_current_size',
];
const waitingNames = [
  'vllm:num_requests_waiting',
  'sglang:num_queue_reqs',
  'llamacpp:requests_deferred',
  'tgi_queue_size',
];
const lorasName = 'vllm:lora_requests_info';
const slotNames = { used: ['sglang:lora_pool_slots_used'], of: ['sglang:lora_pool_slots_total'] };
const names = [...runningNames, ...waitingNames, lorasName, ...slotNames.used, ...slotNames.of];
const samplePattern = new RegExp(`^(${names.join('|')})(\\{.*\\})?[ \\t]+([-+.\\de]+)`, 'gimu');

/** A busy server with many adapters has a tenth of it. */
const maxBytes = 8 * 1024 * 1024;

interface Sample {
  name: string;
  labels: string;
  value: number;
}

/** Asks an OpenAI-compatible server what it is doing, where it has metrics. Its paths begin at the root. */
export class WorkClient extends ServerCalls {
  constructor(options: ServiceClientOptions) {
    super(options, '', true);
  }

  /** Resolves with `undefined` where the metrics have nothing that we know. Throws a `ServiceError`, also where there are none. */
  async work(options: CallOptions = {}): Promise<ServerWork | undefined> {
    const { body, scope, context } = await this.open('read', '/metrics', options);
    try {
      return workIn(maskSecrets((await readText(body, maxBytes)) ?? '', context.secrets));
    } catch (error) {
      throw failureFrom(error, context, false);
    } finally {
      scope.cancel();
    }
  }
}

/** Reads what a server is doing from Prometheus's text format. */
export function workIn(metrics: string): ServerWork | undefined {
  const samples = samplesIn(metrics);
  const [running, waiting] = [sumOf(samples, runningNames), sumOf(samples, waitingNames)];
  const [used, of] = [sumOf(samples, slotNames.used), sumOf(samples, slotNames.of)];
  // Each combination of adapters stays listed; the value is when it was the one of now.
  const loras = samples.filter(({ name }) => name === lorasName).sort((a, b) => b.value - a.value)[0];
  const most = Number(labelOf(loras, 'max_lora') || Number.NaN);
  const work: ServerWork = {
    ...(running !== undefined && { running }),
    ...(waiting !== undefined && { waiting }),
    ...(loras && { adapters: adaptersOf(loras) }),
    ...(of !== undefined && { slots: { of, ...(used !== undefined && { used }) } }),
    ...(Number.isSafeInteger(most) && { slots: { of: most } }),
  };
  return Object.keys(work).length > 0 ? work : undefined;
}

function samplesIn(metrics: string): Sample[] {
  return [...metrics.matchAll(samplePattern)].flatMap(([, name = '', labels = '', value = '']) =>
    Number.isFinite(Number(value)) ? [{ name, labels, value: Number(value) }] : [],
  );
}

/** Engines that work side by side count for themselves. */
function sumOf(samples: readonly Sample[], names: readonly string[]): number | undefined {
  const known = samples.filter(({ name }) => names.includes(name));
  return known.length > 0 ? known.reduce((sum, { value }) => sum + value, 0) : undefined;
}

function labelOf(sample: Sample | undefined, label: string): string {
  const [, text = ''] =
    new RegExp(`[{,]${label}="((?:[^"\\\\]|\\\\.)*)"`, 'u').exec(sample?.labels ?? '') ?? [];
  return text.replaceAll(/\\(.)/gu, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}

function adaptersOf(sample: Sample): string[] {
  const names = ['running_lora_adapters', 'waiting_lora_adapters'].flatMap((label) =>
    labelOf(sample, label).split(','),
  );
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
}
