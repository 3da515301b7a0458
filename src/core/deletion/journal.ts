import { parsedJson } from '../../base/json.ts';
import { saveLatest } from '../../base/saveLatest.ts';
import type { Connection } from '../connections/connection.ts';
import { appendLines } from '../files/appendLines.ts';
import { type LinePlace, readLineAt, readLines } from '../files/readLines.ts';
import { type JournalLine, type LineOf, type NewLine, readLine, stamped } from './journalLines.ts';
import type { DeletionEntry } from './outcome.ts';

/** What this machine deleted, or may have: an append-only file of JSON lines that several windows may write at once. */
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
   * Unreadable lines are counted and left in place. `entries`: from the oldest to the newest.
   */
  async read<B>(brief: (object: unknown) => B) {
    const fold = new JournalFold(brief);
    for await (const { text, place } of readLines(this.#path)) fold.add(readLine(parsedJson(text)), place);
    return { entries: [...fold.entries], open: fold.open, unreadable: fold.unreadable };
  }

  async object({ place }: { place: LinePlace }): Promise<unknown> {
    const line = readLine(parsedJson(await readLineAt(this.#path, place)));
    return line && 'object' in line ? line.object : undefined;
  }
}

/** The connection of a deletion, as it was when the user agreed. */
export type DeletionPlace = Pick<Connection, 'id' | 'name' | 'baseUrl'>;

/** A LoRA that this machine has deleted, or may have deleted. */
export interface JournalEntry<B> {
  deletion: string;
  /** When its deletion was confirmed, or its request sent; in ISO 8601. */
  at: string;
  connection: DeletionPlace;
  name: string;
  /** False if its request was sent, and nothing says yet whether it was carried out. */
  isSure: boolean;
  /** `returned`: the object is as the delete request returned it. `retrieved`: as it was just before. */
  source: 'returned' | 'retrieved';
  /** Size of the JSON before it was cut, in bytes; `undefined` if it is whole. */
  cutFrom: number | undefined;
  brief: B;
  /** The line that contains its object. */
  place: LinePlace;
}

/** A deletion whose end the user has not seen, or with an unknown outcome. */
export interface KeptDeletion {
  connection: DeletionPlace;
  at: number;
  /** By the names of the LoRAs. */
  entries: Map<string, DeletionEntry>;
  /** `undefined` if its window closed before, or if it is still running. This and `at` are in Unix milliseconds. */
  endedAt: number | undefined;
  isTold: boolean;
}

/** Combines the journal's lines, in order, into entries and open deletions. */
export class JournalFold<B> {
  /** Oldest first. */
  readonly entries = new Set<JournalEntry<B>>();
  /** By the deletions' ids. */
  readonly open = new Map<string, KeptDeletion>();
  unreadable = 0;
  readonly #brief: (object: unknown) => B;
  /** Each deletion's last `begun` line, by id. It is kept even once the end was seen, since an answer may come later. */
  readonly #begun = new Map<string, LineOf<'begun'>>();
  /** Entries whose requests were sent, by deletion id and name. */
  readonly #left = new Map<string, JournalEntry<B>>();

  constructor(brief: (object: unknown) => B) {
    this.#brief = brief;
  }

  add(line: JournalLine | undefined, place: LinePlace): void {
    const begun = line && this.#begun.get(line.id);
    if (line?.is === 'begun') this.#begin(line);
    // This line, or the `begun` line of its deletion, is torn or of an unknown version.
    else if (!begun) this.unreadable += 1;
    else if (line.is === 'sent') this.#sent(line, begun, place);
    else if (line.is === 'outcome') this.#outcome(line, place);
    else this.#note(line, begun);
  }

  /** If it was begun before, the line tries its entries again; the others, and unknown outcomes, stay as they are. */
  #begin(line: LineOf<'begun'>): void {
    const { id, connection, credentials, loras } = line;
    this.#begun.set(id, line);
    const before = this.open.get(id);
    const entries = before?.entries ?? new Map<string, DeletionEntry>();
    for (const lora of loras) {
      const earlier = entries.get(lora.name)?.outcome;
      const outcome = earlier?.is === 'unknown' ? earlier : ({ is: 'notTried', why: 'interrupted' } as const);
      entries.set(lora.name, { lora, outcome, credentials });
    }
    const at = before?.at ?? Date.parse(line.at);
    this.open.set(id, { connection, at, entries, endedAt: undefined, isTold: false });
  }

  #note(line: LineOf<'ended' | 'told' | 'seen'>, begun: LineOf<'begun'>): void {
    const kept = this.open.get(line.id);
    if (!kept) return;
    if (line.is === 'told') kept.isTold = true;
    else if (line.is === 'seen') {
      this.open.delete(line.id);
      this.#begun.set(line.id, { ...begun, loras: [] });
    } else {
      kept.endedAt = Date.parse(line.at);
      for (const { name } of begun.loras) {
        const entry = kept.entries.get(name);
        if (entry?.outcome.is === 'notTried') entry.outcome = { is: 'notTried', why: line.why ?? 'error' };
      }
    }
  }

  #sent(line: LineOf<'sent'>, { connection }: LineOf<'begun'>, place: LinePlace): void {
    const kept = this.open.get(line.id)?.entries.get(line.name);
    // Until a line says how it ended, a sent request may have been carried out.
    if (kept) kept.outcome = { is: 'unknown' };
    const key = JSON.stringify([line.id, line.name]);
    if (!this.#left.get(key)?.isSure) this.#forget(key);
    const { id: deletion, at, name, object, cutFrom } = line;
    const facts = { deletion, at, connection, name, cutFrom, brief: this.#brief(object), place };
    const entry: JournalEntry<B> = { ...facts, isSure: false, source: 'retrieved' };
    this.#left.set(key, entry);
    this.entries.add(entry);
  }

  #outcome(line: LineOf<'outcome'>, place: LinePlace): void {
    const { name, outcome, at } = line;
    const key = JSON.stringify([line.id, name]);
    const entry = this.#left.get(key);
    const isListed = 'isListed' in outcome && outcome.isListed;
    // Only a list can revoke a sure deletion: other lines come late, from a window that has lost the deletion.
    if (entry?.isSure && outcome.is !== 'deleted' && !isListed) return;
    const kept = this.open.get(line.id)?.entries.get(name);
    if (kept) kept.outcome = outcome;
    if (!entry) return;
    this.#forget(key);
    if (outcome.is !== 'deleted' && outcome.is !== 'unknown') return;
    this.entries.add(entry);
    entry.at = at;
    entry.isSure = outcome.is === 'deleted';
    if (outcome.is === 'deleted' && outcome.isReturned) entry.source = 'returned';
    if ('object' in line) {
      Object.assign(entry, { cutFrom: line.cutFrom, brief: this.#brief(line.object), place });
    }
  }

  #forget(key: string): void {
    const entry = this.#left.get(key);
    if (entry) this.entries.delete(entry);
  }
}
