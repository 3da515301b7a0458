import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { runWorkerCheck } from '../check/workerChecks.ts';
import { readBatchRows } from '../file/batchRows.ts';
import { readRows } from '../file/readRows.ts';
import { packedVerdict } from './packedPairs.ts';
import type { ReadItem, ReadRequest, Reply, Request } from './workerThread.ts';

/** How a worker talks with the thread that started it. */
interface Exchange {
  next: () => Promise<Request>;
  reply: (message: Reply) => void;
}

/** Answers one request at a time, each with one reply, for as long as the worker lives. */
export async function answerRequests(port: MessagePort): Promise<never> {
  const requests = on(port, 'message');
  const exchange: Exchange = {
    async next() {
      const { value: [request] = [] } = await requests.next();
      return request;
    },
    reply: (message) => port.postMessage(message),
  };
  const { next, reply } = exchange;
  reply({ is: 'ready' });
  for (;;) {
    const request = await next();
    if (request.is === 'read' || request.is === 'readBatch') await read(request, exchange);
    else if (request.is === 'check') reply({ is: 'finding', finding: runWorkerCheck(request.check) });
    else if (request.is === 'verdict')
      reply({ is: 'verdict', verdict: packedVerdict(request.pairs, request.options) });
  }
}

/** So much text, in UTF-16 code units, goes to the other thread at once, which has to decode it. */
const maxTextLength = 256 * 1024;

async function read(asked: ReadRequest, { next, reply }: Exchange): Promise<void> {
  let items: ReadItem[] = [];
  let length = 0;
  const exchange = async (needs: 'bytes' | 'nothing') => {
    reply({ is: 'items', items, needs });
    items = [];
    length = 0;
    return await next();
  };
  async function* bytes() {
    for (;;) {
      const request = await exchange('bytes');
      if (request.is !== 'bytes' || !request.chunk) return;
      yield request.chunk;
    }
  }
  const rows =
    asked.is === 'read' ? readRows(bytes(), asked.fileName, asked.options) : readBatchRows(bytes());
  for await (const item of rows) {
    items.push(item);
    length += lengthOf(item);
    if (length >= maxTextLength) await exchange('nothing');
  }
  reply({ is: 'items', items, needs: 'end' });
}

function lengthOf(item: ReadItem): number {
  if ('problem' in item) return item.problem.text.length;
  if ('customId' in item) return 200 + (item.text?.length ?? 0) + (item.reasoning?.length ?? 0);
  const { messages, reference = '', checks } = item.prompt;
  return messages.reduce(
    (sum, { content }) => sum + content.length,
    reference.length + 1000 * (checks.length + 1),
  );
}
