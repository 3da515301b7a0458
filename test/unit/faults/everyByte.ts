import { setImmediate } from 'node:timers/promises';
import {
  type Answer,
  chunk,
  chunked,
  eventStream,
  head,
  inTurn,
  lastChunk,
} from '../../service/faults/answers.ts';
import { delta, doneEvent, finishEvent, helloRequest } from '../api/harness.ts';
import type { Cell, World } from './cell.ts';
import { outcomeOfChat } from './outcome.ts';

const streamEvents = [delta({ content: 'a' }), delta({ content: 'b' }), finishEvent, doneEvent];
const givenAfter = ['', '"a"', '"ab"', '"ab", complete (stop)', '"ab", complete (stop)'];
// How many chats run at once.
const atOnce = 40;

/** A short stream that breaks off after each of its bytes in turn: the client yields what came before and never asks again. */
export function everyByte(fault: string, framing: 'chunked' | 'close', how: 'reset' | 'fin'): Cell {
  const { bytes, ends, start } = frame(framing);
  const heard = new Map<string, number>();
  const breakOff: Answer = async (connection, request) => {
    const { model } = JSON.parse(request.body) as { model: string };
    const at = Number(model);
    await connection.write(bytes.subarray(0, at));
    // A reset may discard bytes that the client hasn't read yet, so wait until it has received the complete events.
    const due = ends.filter((end) => end <= at).length;
    while ((heard.get(model) ?? 0) < Math.min(due, 3) && connection.closing === undefined)
      await setImmediate();
    if (how === 'reset') connection.reset();
    else connection.end();
  };
  const expectedAt = (at: number): string => {
    // If the stream ends cleanly, its last event counts even without a blank line.
    const isClean = framing === 'close' && at >= start;
    const given = givenAfter[ends.filter((end) => at >= (isClean ? end - 2 : end)).length] ?? '';
    if (given.includes('complete')) return given;
    const end = isClean ? 'cut short' : `network ${how === 'reset' ? 'ECONNRESET' : 'UND_ERR_SOCKET'}`;
    return given === '' ? end : `${given}, ${isClean ? '' : 'then '}${end}`;
  };
  const act = async ({ client, controller, errors }: World): Promise<string> => {
    heard.clear();
    const wrong: string[] = [];
    const tryAt = async (at: number): Promise<void> => {
      const model = String(at);
      const onRaw = (): void => void heard.set(model, (heard.get(model) ?? 0) + 1);
      const told = await outcomeOfChat(client, { ...helloRequest, model }, controller.signal, {
        errors,
        onRaw,
      });
      if (told !== expectedAt(at)) wrong.push(`at ${at}: ${told} instead of ${expectedAt(at)}`);
    };
    const all = Array.from({ length: bytes.length }, (_, at) => at);
    for (let from = 0; from < all.length; from += atOnce)
      await Promise.all(all.slice(from, from + atOnce).map(tryAt));
    return wrong.length === 0 ? 'all that came before is given' : wrong.join('\n');
  };
  const expected = `all that came before is given · ${bytes.length} requests`;
  return { fault, script: () => inTurn(breakOff), act, expect: { chat: expected } };
}

/** Returns the bytes of the stream, where its body starts, and where each event is complete. */
function frame(framing: 'chunked' | 'close'): { bytes: Buffer; start: number; ends: number[] } {
  const isChunked = framing === 'chunked';
  let bytes = Buffer.from(head(200, { ...eventStream, ...(isChunked ? chunked : {}) }));
  const start = bytes.length;
  const ends: number[] = [];
  for (const event of streamEvents) {
    bytes = Buffer.concat([bytes, isChunked ? chunk(event) : Buffer.from(event)]);
    ends.push(bytes.length - (isChunked ? '\r\n'.length : 0));
  }
  return { bytes: isChunked ? Buffer.concat([bytes, Buffer.from(lastChunk)]) : bytes, start, ends };
}
