import * as v from 'valibot';
import { appendLines } from '../files/appendLines.ts';
import { parseLine, readLines } from '../files/readLines.ts';
import { inSlices } from '../inSlices.ts';

const format = 1;

const entrySchema = v.object({
  v: v.literal(format),
  /** ISO 8601. */
  at: v.string(),
  connectionId: v.string(),
  connection: v.string(),
  baseUrl: v.string(),
  name: v.string(),
  /** `returned`: as the service gave it back. `retrieved`: as it was just before. */
  source: v.picklist(['returned', 'retrieved']),
  object: v.unknown(),
});

/** A LoRA that was deleted through this extension. */
export type JournalEntry = v.InferOutput<typeof entrySchema>;

/** Every deleted LoRA as the service returned it, one JSON line each, for good. */
export class DeletionJournal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async add(entry: Omit<JournalEntry, 'v' | 'at'>): Promise<void> {
    await appendLines(this.#path, [{ v: format, at: new Date().toISOString(), ...entry }]);
  }

  /** Oldest first. Lines that can't be read are counted, and left where they are. */
  async read(): Promise<{ entries: JournalEntry[]; unreadable: number }> {
    const entries: JournalEntry[] = [];
    let unreadable = 0;
    await inSlices(await readLines(this.#path), (line) => {
      const read = v.safeParse(entrySchema, parseLine(line));
      if (read.success) entries.push(read.output);
      else unreadable += 1;
    });
    return { entries, unreadable };
  }
}
