import * as v from 'valibot';
import type { Messages, MessageTable, ReplyTo } from '../../protocol/messages.ts';
import { parsed } from './parsed.ts';

type Awaitable<T> = T | Promise<T>;

/** Does what each message of a page asks for: one handler for each of its types. That of a request returns the reply. */
export type Handlers<Table extends MessageTable> = {
  readonly [Type in keyof Table & string]: (
    message: Messages<Table>[Type],
  ) => Awaitable<ReplyTo<Table[Type]> | undefined>;
};

/** Calls the handler of a message from a page, whose table says what it may be; an invalid one is ignored. */
export function handleMessage<Table extends MessageTable>(
  table: Table,
  handlers: Handlers<Table>,
  raw: unknown,
): unknown {
  const type = parsed(v.object({ type: v.string() }), raw)?.type ?? '';
  if (!Object.hasOwn(table, type)) return undefined;
  const schema = v.object({ type: v.literal(type), ...table[type] });
  const message = parsed(schema, raw) as Messages<Table>[keyof Table & string] | undefined;
  return message && handlers[message.type](message);
}
