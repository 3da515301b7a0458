import assert from 'node:assert/strict';
import type { CallOptions } from '../../../../src/api/index.ts';
import { clientFor, failure } from '../harness.ts';
import { bytesOf, jsonHeaders, memoryTransport } from '../memoryTransport.ts';

const count = 200_000;
const bytes = bytesOf(JSON.stringify(Array.from({ length: count }, (_, n) => ({ name: `lora-${n}` }))));

/** Lists `count` LoRAs and counts the turns of the event loop between the raw answer and the list. */
async function list(options: CallOptions & { onTurn?: (turn: number) => void } = {}) {
  const { send } = memoryTransport({ headers: jsonHeaders, chunks: [bytes] });
  const client = clientFor('http://127.0.0.1', send);
  let turns = 0;
  let isOver = false;
  const look = () => {
    if (isOver) return;
    turns += 1;
    options.onTurn?.(turns);
    setImmediate(look);
  };
  try {
    const loras = await client.listLoras({ ...options, onRaw: () => setImmediate(look) });
    return { loras, turns };
  } finally {
    isOver = true;
  }
}

describe('A long list', () => {
  it('lets other work run while it is read, and is complete and in order', async () => {
    const { loras, turns } = await list();
    assert.equal(loras.length, count);
    assert.deepEqual([loras[0]?.name, loras.at(-1)?.name], ['lora-0', `lora-${count - 1}`]);
    assert.ok(turns > 2, `${turns} turns`);
  });

  it('stops in the middle when it is aborted', async () => {
    const abort = new AbortController();
    const reason = new Error('The person left.');
    const onTurn = (turn: number) => turn === 2 && abort.abort(reason);
    await assert.rejects(list({ signal: abort.signal, onTurn }), reason);
  });

  it('is rejected if its JSON is cut off', async () => {
    const { send } = memoryTransport({ headers: jsonHeaders, chunks: [bytes.subarray(0, -1)] });
    const client = clientFor('http://127.0.0.1', send);
    assert.equal((await failure(client.listLoras())).code, 'JSON');
  });
});
