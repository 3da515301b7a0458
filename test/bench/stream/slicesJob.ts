import { ServiceClient, type Transport } from '../../../src/api/index.ts';
import { measureCost } from '../harness/cpuTime.ts';
import { writeChat } from '../server/chatBytes.ts';
import { remember } from '../server/remember.ts';
import { model, prompt } from './readChat.ts';

export interface Slicing {
  chunks: number;
  /** The number of bytes that the client gets at a time. */
  size: number;
}

/**
 * Returns the CPU milliseconds for reading an answer that comes in slices of one size. Without a socket, because a system joins
 * small writes into larger reads: only this way does the client certainly get its bytes one by one.
 */
export async function makeJob(): Promise<(slicing: Slicing) => Promise<number>> {
  const chatOf = remember(writeChat);
  return async ({ chunks, size }) => {
    const bytes = chatOf(chunks, 'mixed');
    const transport: Transport = async () => ({
      status: 200,
      headers: new Headers(),
      body: cut(bytes, size),
    });
    const client = new ServiceClient({ baseUrl: 'http://127.0.0.1', transport, apiKey: async () => 'bench' });
    const { cost } = await measureCost(async () => {
      let characters = 0;
      for await (const event of client.streamChat({ model, messages: [{ role: 'user', content: prompt }] })) {
        if (event.type === 'text') characters += event.text.length;
      }
      return characters;
    });
    return cost.cpuMs;
  };
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
