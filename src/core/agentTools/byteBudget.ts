/** Longest answer of a tool, in bytes of UTF-8. */
export const mostBytes = 8192;
/** Of these, what the sentences about the connections may take. */
export const mostStateBytes = 3000;

/** Collects lines up to a number of bytes in UTF-8, line ends included. Never cuts a line. */
export class ByteBudget {
  readonly #lines: string[] = [];
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Returns false, and leaves the line out, if it does not fit beside `reserved` more bytes. */
  add(line: string, reserved = 0): boolean {
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes + reserved > this.#left) return false;
    this.#left -= bytes;
    this.#lines.push(line);
    return true;
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }
}
