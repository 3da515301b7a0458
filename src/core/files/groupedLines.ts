import { appendLines } from './appendLines.ts';

/**
 * Appends lines to one file, in the order in which they are handed in. Those that come while others are being written go out
 * together, with one wait for the disk.
 */
export class GroupedLines {
  readonly #path: string;
  /** The lines that wait for those before them. */
  #next: { values: unknown[]; written: Promise<unknown> } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the line is on the disk. Rejects as `appendLines` does, for all lines that went out together. */
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
