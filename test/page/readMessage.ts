import * as v from 'valibot';
import { chatToHost } from '../../src/protocol/chatToHost.ts';

/** Returns what the chat page said, if the protocol has it, with these fields and no others. */
export function readMessage(message: unknown): unknown {
  const type = (message as { type: keyof typeof chatToHost }).type;
  if (!Object.hasOwn(chatToHost, type)) return undefined;
  const read = v.safeParse(v.strictObject({ type: v.literal(type), ...chatToHost[type] }), message);
  return read.success ? read.output : undefined;
}
