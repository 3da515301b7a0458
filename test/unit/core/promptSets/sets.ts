import { readRows, type SetItem } from '../../../../src/core/promptSets/file/readRows.ts';
import type { Prompt, SetOptions, SetProblem } from '../../../../src/core/promptSets/index.ts';

/** Yields a text in pieces of `size` bytes. */
export async function* bytesOf(
  text: string | Uint8Array,
  size = 64 * 1024,
): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export interface ReadSet {
  prompts: Prompt[];
  problems: SetProblem[];
  /** The problems as lines: place, `fatal` or `note`, text. */
  said: string[];
}

/** Reads a set on this thread. */
export function readSet(text: string | Uint8Array, fileName: string, options?: SetOptions): Promise<ReadSet> {
  return collect(readRows(bytesOf(text), fileName, options));
}

export async function collect(items: AsyncIterable<SetItem>): Promise<ReadSet> {
  const prompts: Prompt[] = [];
  const problems: SetProblem[] = [];
  for await (const item of items)
    if ('prompt' in item) prompts.push(item.prompt);
    else problems.push(item.problem);
  const said = problems.map(
    ({ line, column, isFatal, isNote, text }) =>
      `${line}${column === undefined ? '' : `:${column}`} ${isFatal ? 'fatal: ' : isNote ? 'note: ' : ''}${text}`,
  );
  return { prompts, problems, said };
}

export const lines = (...rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The text of what a prompt asks, turn by turn. */
export const asked = ({ messages }: Prompt): string[] =>
  messages.map(
    ({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`,
  );
