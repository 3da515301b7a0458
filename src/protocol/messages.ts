import type * as v from 'valibot';

declare const reply: unique symbol;

/** A tool call as a model wrote it, the arguments indented if they are JSON. */
export interface PageCall {
  name: string;
  arguments: string;
}

/** What a page may say to its host: the fields of each message beside its type. */
export type MessageTable = Readonly<Record<string, v.ObjectEntries>>;

/** Makes a message a request, whose reply is of this type. The page trusts its host, so at run time nothing is left of it. */
export function replies<Reply>(): { readonly [reply]?: Reply } {
  return {};
}

type Fields<Entries> = { [Field in keyof Entries & string]: Entries[Field] };

/** The messages of a table, by their types. */
export type Messages<Table extends MessageTable> = {
  [Type in keyof Table & string]: { type: Type } & v.InferOutput<
    v.ObjectSchema<Fields<Table[Type]>, undefined>
  >;
};

/** The reply to a message of a table; `unknown` if it is no request. */
export type ReplyTo<Entries> = Entries extends { readonly [reply]?: infer Reply } ? Reply : unknown;

/** The messages of a table that are requests, by their types. */
export type RequestType<Table extends MessageTable> = {
  [Type in keyof Table & string]: typeof reply extends keyof Table[Type] ? Type : never;
}[keyof Table & string];

/** Answers the request of this id, of the page or of the host; without a value if it was refused or failed. */
export interface Reply {
  type: 'reply';
  to: string;
  value?: unknown;
}

/** A message to a page before it is numbered. */
export type Unnumbered<ToPage> = ToPage extends { seq: number } ? Omit<ToPage, 'seq'> : ToPage;
