const pieceChars = 64 * 1024;

/**
 * Collects a text that arrives in parts. A service may send one byte at a time: kept separately, each would cost many times
 * its size, so small parts are joined along the way.
 */
export class TextPieces {
  #pieces: string[] = [];
  #small: string[] = [];
  #smallChars = 0;

  add(text: string): void {
    if (text === '') return;
    this.#small.push(text);
    this.#smallChars += text.length;
    if (this.#smallChars >= pieceChars) this.#joinSmall();
  }

  /** Returns the whole text and drops the parts, so that it is in memory only once. */
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
