const PIECE_CHARS = 64 * 1024;

/**
 * Gathers a text that comes in parts. A service may send one byte at a time: kept one by one, each would cost many times its
 * size, so small parts are joined as they come.
 */
export class TextPieces {
  #pieces: string[] = [];
  #small: string[] = [];
  #smallChars = 0;

  add(text: string): void {
    if (text === '') return;
    this.#small.push(text);
    this.#smallChars += text.length;
    if (this.#smallChars >= PIECE_CHARS) this.#joinSmall();
  }

  /** The whole text. What was gathered is given up, so that it lies in memory once only. */
  take(): string {
    this.#joinSmall();
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.join('');
  }

  #joinSmall(): void {
    if (this.#small.length > 0) this.#pieces.push(this.#small.join(''));
    this.#small = [];
    this.#smallChars = 0;
  }
}
