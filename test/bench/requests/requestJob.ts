import { createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { measureCost } from '../harness/cpuTime.ts';
import { median } from '../harness/figures.ts';
import { getJson } from './bareUndici.ts';

export type RequestContender = 'bare undici' | 'ours';

export interface Requests {
  baseUrl: string;
  count: number;
}

export interface RequestCost {
  /** The median latency of a round's requests. */
  latencyUs: number;
  cpuUs: number;
}

/** Requests one LoRA again and again, one request after the other, over one open socket. */
export async function makeJob(
  contender: RequestContender,
): Promise<(requests: Requests) => Promise<RequestCost>> {
  const transport = await createUndiciTransport();
  return async ({ baseUrl, count }) => {
    const client = new ServiceClient({ baseUrl, transport, apiKey: async () => 'bench' });
    const url = new URL(`${baseUrl}/api/v1/lora/tone`);
    const get = contender === 'ours' ? () => client.getLora('tone') : () => getJson(url);
    const latencies: number[] = [];
    const { cost } = await measureCost(async () => {
      for (let n = 0; n < count; n += 1) {
        const startedAt = performance.now();
        await get();
        latencies.push((performance.now() - startedAt) * 1000);
      }
    });
    return { latencyUs: median(latencies), cpuUs: (cost.cpuMs * 1000) / count };
  };
}
