import type { Logger } from '../../../api/types.ts';
import { eachLimited } from '../../../base/eachLimited.ts';
import { failureLine } from '../../files/errorCode.ts';
import type { ChatStore, ChatSummary } from '../disk/chatStore.ts';
import { foldText, type TurnText, turnTexts } from '../disk/chatText.ts';

/** Number of characters shown before and after the start of the found word. */
const around = { before: 40, behind: 100 };

/** Max length of a cut-off piece of a word that is removed at either end: text without spaces would lose everything. */
const longestPiece = 20;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the text around the first of `words`, on one line: cut between words where it has spaces, and never within a letter. */
function snippetOf(turn: TurnText, words: readonly string[]): string {
  const { text } = turn;
  const at = placeOf(turn, words);
  const start = Math.max(0, at - around.before);
  const end = Math.min(text.length, at + around.behind);
  const cut = [...letters.segment(text.slice(start, end))].map(({ segment }) => segment);
  // The letter at a cut end may have lost a part of itself.
  if (start > 0) cut.shift();
  if (end < text.length) cut.pop();
  let line = cut.join('').replace(/\s+/gu, ' ');
  if (start > 0) line = line.replace(firstPiece, '');
  if (end < text.length) line = line.replace(lastPiece, '');
  return `${start > 0 ? '…' : ''}${line.trim()}${end < text.length ? '…' : ''}`;
}

const firstPiece = new RegExp(`^\\S{0,${longestPiece}} `, 'u');
const lastPiece = new RegExp(` \\S{0,${longestPiece}}$`, 'u');

/** Returns the first index at which a word begins with one of `words`, else the first at which a word contains one. */
function placeOf({ text, folded }: TurnText, words: readonly string[]): number {
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const starts = words.map((word) => startOf(folded, word)).filter((place) => place >= 0);
  const at = Math.min(...(starts.length > 0 ? starts : places));
  if (folded.length === text.length) return at;
  // Folding has changed the length, e.g. of a ligature: count letter by letter.
  let length = 0;
  for (const { segment, index } of letters.segment(text)) {
    length += foldText(segment).length;
    if (length > at) return index;
  }
  return text.length;
}

function startOf(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at > 0 && withinWord.test(text.slice(at - 1, at))) at = text.indexOf(word, at + 1);
  return at;
}

const withinWord = /[\p{L}\p{N}]/u;

export interface ChatHit {
  summary: ChatSummary;
  /** The turn that matches; `undefined` if the title holds all words. */
  found: FoundTurn | undefined;
}

export interface FoundTurn {
  turn: string;
  /** The words of the query that it contains, folded. */
  words: string[];
  /** The model that wrote it; empty while the model is hidden, `undefined` for the user. */
  name: string | undefined;
  /** The text around the first word, on one line. */
  snippet: string;
}

/** Max number of files read at once. */
const readsAtOnce = 8;

/** Max number of characters of text kept in memory; the rest is read again for each search. */
const maxKept = 40_000_000;

/** Finds chats by what was said in them. A file's text stays in memory while the file is the same: later searches only compare. */
export class ChatSearch {
  readonly #store: Pick<ChatStore, 'list' | 'lines' | 'stamps'>;
  readonly #log: Logger;
  readonly #texts = new Map<string, { stamp: string; turns: TurnText[]; letters: number }>();
  /** Reads in progress, shared by searches: the next key is often typed before all files are read. */
  readonly #reading = new Map<string, Promise<TurnText[]>>();
  #letters = 0;

  constructor(store: Pick<ChatStore, 'list' | 'lines' | 'stamps'>, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /**
   * Returns the chats with every word of `query`, whatever its case: newest first, those with all in the title before others. An empty
   * query returns every chat.
   */
  async searchChats(query: string, signal?: AbortSignal): Promise<ChatHit[]> {
    const words = foldText(query).split(/\s+/u).filter(Boolean);
    const chats = await this.#store.list();
    if (words.length === 0) return chats.map((summary) => ({ summary, found: undefined }));
    const texts = await this.#textsOf(chats, signal);
    const hits = chats.flatMap((summary, at) => searchHit(summary, texts[at] ?? [], words) ?? []);
    return [...hits.filter(({ found }) => !found), ...hits.filter(({ found }) => found)];
  }

  /** Reads in advance what the first search would have to read. */
  async prepare(signal?: AbortSignal): Promise<void> {
    await this.#textsOf(await this.#store.list(), signal);
  }

  /** Removes from memory everything that was read. */
  forget(): void {
    this.#texts.clear();
    this.#letters = 0;
  }

  async #textsOf(chats: readonly ChatSummary[], signal: AbortSignal | undefined): Promise<TurnText[][]> {
    const ids = chats.map(({ id }) => id);
    const stamps = await this.#store.stamps(ids);
    const there = new Set(ids);
    for (const id of this.#texts.keys()) if (!there.has(id)) this.#drop(id);
    const found: TurnText[][] = new Array(chats.length);
    await eachLimited([...ids.entries()], readsAtOnce, async ([at, id]) => {
      signal?.throwIfAborted();
      found[at] = await this.#turnsOf(id, stamps[at] ?? '');
    });
    return found;
  }

  async #turnsOf(id: string, stamp: string): Promise<TurnText[]> {
    const kept = this.#texts.get(id);
    if (kept?.stamp === stamp) return kept.turns;
    const key = `${id} ${stamp}`;
    const reading = this.#reading.get(key) ?? this.#read(id, stamp);
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(key);
    }
  }

  async #read(id: string, stamp: string): Promise<TurnText[]> {
    try {
      const turns = await turnTexts(this.#store.lines(id));
      const letters = turns.reduce((sum, { text }) => sum + text.length, 0);
      this.#drop(id);
      if (this.#letters + letters <= maxKept) {
        this.#texts.set(id, { stamp, turns, letters });
        this.#letters += letters;
      }
      return turns;
    } catch (error) {
      this.#log.warn(failureLine(`Chat ${id} could not be searched`, error));
      return [];
    }
  }

  #drop(id: string): void {
    this.#letters -= this.#texts.get(id)?.letters ?? 0;
    this.#texts.delete(id);
  }
}

function searchHit(
  summary: ChatSummary,
  turns: readonly TurnText[],
  words: readonly string[],
): ChatHit | undefined {
  const title = foldText(summary.title);
  if (words.every((word) => title.includes(word))) return { summary, found: undefined };
  const isFound = (word: string) => title.includes(word) || turns.some(({ folded }) => folded.includes(word));
  if (!words.every(isFound)) return undefined;
  // The last one: of several versions, that is mostly the one that the chat shows, and continues from.
  const best =
    turns.findLast(({ folded }) => words.every((word) => folded.includes(word))) ??
    turns.findLast(({ folded }) => words.some((word) => folded.includes(word)));
  if (!best) return undefined;
  const there = words.filter((word) => best.folded.includes(word));
  const name = summary.isHidden && best.name !== undefined ? '' : best.name;
  return { summary, found: { turn: best.id, words: there, name, snippet: snippetOf(best, there) } };
}
