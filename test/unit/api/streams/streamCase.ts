import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/api/index.ts';
import { describeChat, describeError } from '../../faults/outcome.ts';
import { clientFor, helloRequest } from '../harness.ts';
import { bytesOf, joinBytes, memoryTransport, singleBytes } from '../memoryTransport.ts';

type Part = string | Uint8Array;

/** What a chat must give of a stream, as `describeChat` says it, and the stream's reads. */
export type StreamCase = readonly [told: string, ...parts: Part[]];

/** Declares each case as a test: read in its own parts, byte by byte and at once, a stream must give the same. */
export function streamCases(
  group: string,
  cases: Record<string, StreamCase>,
  contentType = 'text/event-stream',
): void {
  describe(group, () => {
    for (const [name, [told, ...parts]] of Object.entries(cases)) {
      it(name, async () => {
        const bytes = joinBytes(parts);
        for (const chunks of [parts.map(bytesOf), singleBytes(bytes), [bytes]])
          assert.equal(await tell(chunks, contentType), told);
      });
    }
  });
}

async function tell(chunks: Uint8Array[], contentType: string): Promise<string> {
  const events: ChatEvent[] = [];
  const { send } = memoryTransport({ chunks, headers: { 'content-type': contentType } });
  try {
    for await (const event of clientFor('https://host.example', send).streamChat(helloRequest))
      events.push(event);
    return describeChat(events);
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.cause, undefined, 'a cause may quote the stream');
    return describeChat(events, describeError(error));
  }
}
