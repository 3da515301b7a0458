import type { LinePlace } from '../../files/readLines.ts';
import { askedDigest, digestOf } from '../digests.ts';
import { linePlace } from './answerTable.ts';
import type { promptLine } from './runRecord.ts';

/** What is kept of a run's prompts, each by its number from 0: 32 bytes of it, and the names of groups and tags. */
export class PromptTable {
  readonly #places: Float64Array;
  readonly #digests: Uint32Array;
  readonly #groups = new Map<string, number>();
  readonly #groupOf: Int32Array;
  /** The combinations of tags that prompts have, by their numbers. */
  readonly tagLists: string[][] = [];
  readonly #tagLists = new Map<string, number>();
  readonly #tagListOf: Int32Array;
  /** Digests of the prompts' checks; 0 for none. */
  readonly #ruleDigests: Uint32Array;

  constructor(prompts: number) {
    this.#places = new Float64Array(prompts * 2);
    this.#digests = new Uint32Array(prompts);
    this.#groupOf = new Int32Array(prompts).fill(-1);
    this.#tagListOf = new Int32Array(prompts).fill(-1);
    this.#ruleDigests = new Uint32Array(prompts);
  }

  /** How many prompts there is room for. */
  get size(): number {
    return this.#digests.length;
  }

  /** Returns the same with room for so many prompts. */
  withRoom(prompts: number): PromptTable {
    const table = new PromptTable(prompts);
    const mine = this.arrays;
    for (const [at, array] of table.arrays.entries()) array.set(mine[at]?.subarray(0, array.length) ?? []);
    table.restoreNames(this);
    return table;
  }

  /** Returns all of it but the names. */
  get arrays(): (Float64Array | Uint32Array | Int32Array)[] {
    return [this.#places, this.#digests, this.#groupOf, this.#tagListOf, this.#ruleDigests];
  }

  /** The names of the groups, by their numbers. */
  get groups(): string[] {
    return [...this.#groups.keys()];
  }

  get hasGroups(): boolean {
    return this.#groups.size > 0;
  }

  /** Call once, when the arrays of a new table are filled. */
  restoreNames({ groups, tagLists }: Pick<PromptTable, 'groups' | 'tagLists'>): void {
    for (const name of groups) numberOf(this.#groups, name);
    for (const tags of tagLists) this.#tagListNumber(tags);
  }

  /** Takes over a prompt that the run has, in place of the one before. */
  add(line: ReturnType<typeof promptLine>, { offset, length }: LinePlace): void {
    const { prompt, group, tags, expected, checks } = line;
    this.#places.set([offset, length], prompt * 2);
    this.#digests[prompt] = askedDigest(line);
    const isChecked = expected !== undefined || checks.length > 0;
    this.#ruleDigests[prompt] = isChecked ? digestOf(JSON.stringify([expected, checks])) || 1 : 0;
    this.#groupOf[prompt] = group === undefined ? -1 : numberOf(this.#groups, group);
    this.#tagListOf[prompt] = tags ? this.#tagListNumber(tags) : -1;
  }

  place(prompt: number): LinePlace | undefined {
    return linePlace(...this.#places.subarray(prompt * 2, prompt * 2 + 2));
  }

  /** Returns the digest of what the prompt asks. */
  digest(prompt: number): number {
    return this.#digests[prompt] ?? 0;
  }

  /** Returns the digest of what is checked in the prompt's answers; 0 if nothing is. */
  ruleDigest(prompt: number): number {
    return this.#ruleDigests[prompt] ?? 0;
  }

  /** Returns the number of the prompt's group; `undefined` if it has none. */
  group(prompt: number): number | undefined {
    const group = this.#groupOf[prompt] ?? -1;
    return group < 0 ? undefined : group;
  }

  tags(prompt: number): readonly string[] {
    return this.tagLists[this.#tagListOf[prompt] ?? -1] ?? [];
  }

  /** Whether any prompt has something to check. */
  get hasRules(): boolean {
    return this.#ruleDigests.some((digest) => digest !== 0);
  }

  #tagListNumber(tags: string[]): number {
    const number = numberOf(this.#tagLists, JSON.stringify(tags));
    this.tagLists[number] = tags;
    return number;
  }
}

/** Returns the number of a name, which it gets now if it has none. */
function numberOf(names: Map<string, number>, name: string): number {
  const number = names.get(name) ?? names.size;
  names.set(name, number);
  return number;
}
