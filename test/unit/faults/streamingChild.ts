import type { ChatEvent } from '../../../src/api/index.ts';
import { createHostTransport, createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { helloRequest } from '../api/harness.ts';
import { describeChat, describeError } from './outcome.ts';

// Plays a separate window: streams one chat, prints a line for each event as it comes, and at last the outcome.
const [url = '', way, idleMs] = process.argv.slice(2);
const transport = way === 'undici' ? await createUndiciTransport() : createHostTransport();
const client = new ServiceClient({
  baseUrl: url,
  transport,
  apiKey: async () => 'sk-of-the-child',
  timing: { bytesIdleMs: Number(idleMs) },
});
const events: ChatEvent[] = [];
let failure: string | undefined;
try {
  for await (const event of client.streamChat(helloRequest)) {
    events.push(event);
    process.stdout.write('event\n');
  }
} catch (error) {
  failure = describeError(error);
}
process.stdout.write(`end: ${describeChat(events, failure)}\n`);
