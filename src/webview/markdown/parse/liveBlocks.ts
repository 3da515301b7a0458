import { type Block, MarkdownBlocks } from './markdownBlocks.ts';
import { withholdEmoji } from './withhold.ts';

/** Blocks drawn and laid out as one: a new piece of a long answer costs no more than the last group. */
const groupSize = 16;

/** Characters of a finished text that are read at once. */
const partLength = 4096;

/** Neighboring blocks of a text. */
export class BlockGroup {
  #members: readonly Block[] = [];
  #listener: (() => void) | undefined;

  /** A new list once something in it has changed. */
  get blocks(): readonly Block[] {
    return this.#members;
  }

  take(blocks: readonly Block[]): void {
    const before = this.#members;
    if (before.length === blocks.length && before.every((block, at) => block === blocks[at])) return;
    this.#members = blocks;
    this.#listener?.();
  }

  /** Calls `listener` when `blocks` has changed, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }
}

/** The blocks of a text that may grow, in groups that report their changes. */
export class LiveBlocks {
  readonly #blocks = new MarkdownBlocks();
  #all: readonly BlockGroup[] = [];
  /** How many blocks the groups hold. */
  #count = 0;
  #text: string | undefined;
  #isLive = true;
  /** The end of the text, not shown yet. */
  #held = '';
  /** A finished text that is being read in parts, and how much of it was. */
  #opening: { text: string; length: number } | undefined;

  /** A new list once their number has changed. */
  get groups(): readonly BlockGroup[] {
    return this.#all;
  }

  /** Replaces everything so far; the same `text` again changes nothing, even if more was appended since. */
  update(text: string, isLive: boolean, mayGoOn?: () => boolean): void {
    if (text === this.#text && isLive === this.#isLive && this.#blocks.isSettled) return;
    this.#text = text;
    this.#isLive = isLive;
    const shown = isLive ? withholdEmoji(text) : text;
    this.#held = text.slice(shown.length);
    this.#group(this.#blocks.update(shown, isLive, mayGoOn));
  }

  /**
   * Reads a finished text in parts for as long as `mayGoOn` says, and returns false if there is more to do: then call it again. What
   * has grown here was read before.
   */
  open(text: string, mayGoOn: () => boolean): boolean {
    if (this.#text === undefined) {
      this.update('', true);
      this.#opening = { text, length: 0 };
    }
    const opening = this.#opening;
    while (opening?.text === text && opening.length < text.length) {
      if (!mayGoOn()) return false;
      this.append(text.slice(opening.length, opening.length + partLength));
      opening.length += partLength;
    }
    this.#opening = undefined;
    this.update(text, false, mayGoOn);
    return this.#blocks.isSettled;
  }

  append(text: string): void {
    const end = this.#held + text;
    const shown = withholdEmoji(end);
    this.#held = end.slice(shown.length);
    this.#group(this.#blocks.append(shown));
  }

  #group(blocks: readonly Block[]): void {
    let at = this.#count;
    let kept = this.#all.length;
    // The last group may still take more.
    while (kept > 0 && (at > this.#blocks.unchanged || kept === this.#all.length)) {
      kept -= 1;
      at -= this.#all[kept]?.blocks.length ?? 0;
    }
    const groups = this.#all.slice(0, kept);
    while (at < blocks.length) {
      const end = endOf(blocks, at);
      const group = this.#all[groups.length] ?? new BlockGroup();
      group.take(blocks.slice(at, end));
      groups.push(group);
      at = end;
    }
    if (groups.length !== this.#all.length) this.#all = groups;
    this.#count = blocks.length;
  }
}

/** Returns where the group that begins at `start` ends. Pieces of a cut block read as one paragraph and stay together. */
function endOf(blocks: readonly Block[], start: number): number {
  let end = Math.min(start + groupSize, blocks.length);
  while (end < blocks.length && blocks[end - 1]?.isCut) end += 1;
  return end;
}
