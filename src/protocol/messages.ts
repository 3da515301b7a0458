import type * as v from 'valibot';

/** What a page may say to its host: the fields of each message beside its type. */
export type MessageTable = Readonly<Record<string, v.ObjectEntries>>;

/** The messages of a table, by their types. */
export type Messages<Table extends MessageTable> = {
  [Type in keyof Table & string]: { type: Type } & v.InferOutput<v.ObjectSchema<Table[Type], undefined>>;
};
