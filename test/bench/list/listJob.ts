import { ServiceClient, type Transport } from '../../../src/api/index.ts';
import { measureCost } from '../harness/cpuTime.ts';
import { listBytes } from '../server/listBytes.ts';
import { remember } from '../server/remember.ts';

export const listContenders = ['JSON.parse', 'ours'] as const;
export type ListContender = (typeof listContenders)[number];

// One list takes about 30 ms, too little for a single measurement.
const listsPerRound = 10;
const socketRead = 64 * 1024;

/** Returns the CPU milliseconds for a list of `count` LoRAs, from its bytes to values. */
export async function makeJob(contender: ListContender): Promise<(count: number) => Promise<number>> {
  const listOf = remember(listBytes);
  return async (count) => {
    const bytes = listOf(count);
    const read = contender === 'ours' ? readByClient(bytes) : readByParse(bytes);
    const { cost, result } = await measureCost(async () => {
      let entries = 0;
      for (let n = 0; n < listsPerRound; n += 1) entries += (await read()).length;
      return entries;
    });
    if (result !== count * listsPerRound) throw new Error(`${contender} lost entries of the list.`);
    return cost.cpuMs / listsPerRound;
  };
}

/** The limit: UTF-8 and JSON, from bytes in one piece. */
function readByParse(bytes: Buffer): () => Promise<unknown[]> {
  return async () => JSON.parse(new TextDecoder().decode(bytes));
}

/** Everything that the client does, from bytes in pieces as from a socket. */
function readByClient(bytes: Buffer): () => Promise<unknown[]> {
  const headers = new Headers({ 'content-length': String(bytes.length) });
  const transport: Transport = async () => ({ status: 200, headers, body: cut(bytes) });
  const client = new ServiceClient({
    baseUrl: 'http://127.0.0.1',
    transport,
    apiKey: async () => 'sk-bench-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJK',
  });
  return () => client.listLoras();
}

async function* cut(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += socketRead) yield bytes.subarray(at, at + socketRead);
}
