import { appendLines } from '../files/appendLines.ts';
import { type LinePlace, parseLine, readLineAt, readLines } from '../files/readLines.ts';
import { saveLatest } from '../saveLatest.ts';
import { type JournalEntry, JournalFold } from './journalFold.ts';
import { type NewLine, readLine, stamped } from './journalLines.ts';

/** `entries`: from the oldest to the newest. */
export interface JournalContent<B> extends Pick<JournalFold<B>, 'open' | 'unreadable'> {
  entries: JournalEntry<B>[];
}

/**
 * A permanent record of this machine's deletions: what the user agreed to, each entry just before its request was sent, and how it
 * ended. It is an append-only file of JSON lines, to which several windows may write at once.
 */
export class DeletionJournal {
  readonly #path: string;
  #added: object[] = [];
  /** Lines added during a write are written together, with a single wait for the disk. */
  readonly #write = saveLatest(async () => {
    const lines = this.#added;
    this.#added = [];
    await appendLines(this.#path, lines);
  });

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the line is on disk. Rejects as `appendLines` does, for all lines written together. */
  add(line: NewLine): Promise<void> {
    this.#added.push(stamped(line, Date.now()));
    return this.#write();
  }

  /**
   * Reads the journal line by line, however large the file is; `brief` reduces an entry's object to what the caller needs.
   * Unreadable lines are counted and left in place.
   */
  async read<B>(brief: (object: unknown) => B): Promise<JournalContent<B>> {
    const fold = new JournalFold(brief);
    for await (const { text, place } of readLines(this.#path)) fold.add(readLine(parseLine(text)), place);
    return { entries: [...fold.entries], open: fold.open, unreadable: fold.unreadable };
  }

  /** Reads an entry's object again from its line. */
  async object({ place }: { place: LinePlace }): Promise<unknown> {
    const line = readLine(parseLine(await readLineAt(this.#path, place)));
    return line && 'object' in line ? line.object : undefined;
  }
}
