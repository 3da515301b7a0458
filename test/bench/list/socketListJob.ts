import { createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { measureCost } from '../harness/cpuTime.ts';
import { getJson } from '../requests/bareUndici.ts';

export type SocketContender = 'bare undici' | 'ours';

// The same number as for a list without a socket.
const listsPerRound = 10;

/** Returns the CPU milliseconds for a list, from the request to values. */
export async function makeJob(contender: SocketContender): Promise<(baseUrl: string) => Promise<number>> {
  const transport = await createUndiciTransport();
  return async (baseUrl) => {
    const client = new ServiceClient({
      baseUrl,
      transport,
      apiKey: async () => 'sk-bench-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJK',
    });
    const url = new URL(`${baseUrl}/api/v1/lora`);
    const read = contender === 'ours' ? () => client.listLoras() : () => getJson(url);
    const { cost } = await measureCost(async () => {
      for (let n = 0; n < listsPerRound; n += 1) await read();
    });
    return cost.cpuMs / listsPerRound;
  };
}
