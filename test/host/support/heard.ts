import { chatToHost } from '../../../src/protocol/chatToHost.ts';
import { type Handlers, handleMessage } from '../../../src/ui/shared/pageMessages.ts';

/** Returns what the handler of a page's message gets; `undefined` if none is called. */
export function heard(raw: unknown): unknown {
  const got: unknown[] = [];
  const hear = (message: unknown) => void got.push(message);
  const handlers = Object.fromEntries(Object.keys(chatToHost).map((type) => [type, hear]));
  handleMessage(chatToHost, handlers as unknown as Handlers<typeof chatToHost>, raw);
  return got[0];
}
