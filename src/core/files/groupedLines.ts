import { appendLines } from './appendLines.ts';

/**
 * Appends lines to one file in the order given. Lines added during a write are then written together, with a single wait for
 * the disk.
 */
export class GroupedLines {
  readonly #path: string;
  /** Lines waiting for earlier ones to be written. */
  #next: { values: unknown[]; written: Promise<unknown> } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the line is on disk. Rejects as `appendLines` does, for all lines written together. */
  async add(value: unknown): Promise<void> {
    this.#next ??= this.#group();
    this.#next.values.push(value);
    await this.#next.written;
  }

  #group(): { values: unknown[]; written: Promise<unknown> } {
    const values: unknown[] = [];
    const write = () => {
      this.#next = undefined;
      return appendLines(this.#path, values);
    };
    const written = this.#last.then(write, write);
    this.#last = written;
    return { values, written };
  }
}
