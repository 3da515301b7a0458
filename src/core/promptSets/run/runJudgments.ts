import * as v from 'valibot';
import type { LinePlace } from '../../files/readLines.ts';
import { keptError } from '../../keptError.ts';
import { judgeFields, type RunCell, type RunLineOf, type Saying } from './runRecord.ts';

const aboutSchema = v.object({
  ...judgeFields,
  seed: v.number(),
  /** Why it is asked no more. */
  gaveUp: v.exactOptional(v.object({ error: v.exactOptional(keptError) })),
  /** How an answer of it begins that was no judgment: the first such one. */
  unusable: v.exactOptional(v.string()),
});

/** So much is kept of an answer that can't be used. */
const firstLetters = 200;

/** Who judges a model's answers beside the base's. */
export type Judging = v.InferOutput<typeof aboutSchema>;

/** `RunJudgments.kept` as JSON. */
export const keptJudgments = v.array(
  v.object({ other: v.number(), about: aboutSchema, bytes: v.string(), places: v.string() }),
);
export type KeptJudgments = v.InferOutput<typeof keptJudgments>;

/** What was said of one prompt's answers with the base as A, and with the other as A; absent if it was not asked. */
export interface SaidOfPair {
  base?: Saying | 'none';
  other?: Saying | 'none';
  longer?: 'base' | 'other';
}

const sayingCodes = [undefined, 'none', 'A', 'B', 'TIE'] as const;
const longerCodes = [undefined, 'base', 'other'] as const;

interface Round {
  about: Judging;
  /** A byte per prompt. */
  bytes: Uint8Array;
  /** Per prompt, where the answers are with the base as A, then with the other: offset and length of each, 0 without one. */
  places: Float64Array;
}

/** What judges said of a run's answers, in 33 bytes per prompt and model. The last lines may be added again, all in their order. */
export class RunJudgments {
  readonly #prompts: number;
  readonly #rounds = new Map<number, Round>();

  constructor(prompts: number) {
    this.#prompts = prompts;
  }

  /** Returns who judged a model's answers last; `undefined` if nobody did. */
  of(other: number): Judging | undefined {
    return this.#rounds.get(other)?.about;
  }

  said(other: number, prompt: number): SaidOfPair {
    const byte = this.#rounds.get(other)?.bytes[prompt] ?? 0;
    const [base, second] = [sayingCodes[byte % 5], sayingCodes[Math.floor(byte / 5) % 5]];
    const longer = longerCodes[Math.floor(byte / 25)];
    return { ...(base && { base }), ...(second && { other: second }), ...(longer && { longer }) };
  }

  /** Returns where a judge's answer is, with this model's answer as A; `undefined` without one. */
  place(other: number, prompt: number, first: 'base' | 'other'): LinePlace | undefined {
    const at = placeAt(prompt, first);
    const [offset = 0, length = 0] = this.#rounds.get(other)?.places.subarray(at, at + 2) ?? [];
    return length > 0 ? { offset, length } : undefined;
  }

  /** Returns how often the judge has answered. */
  answers(other: number): number {
    const bytes = this.#rounds.get(other)?.bytes ?? new Uint8Array();
    return bytes.reduce((sum, byte) => sum + (byte % 5 ? 1 : 0) + (Math.floor(byte / 5) % 5 ? 1 : 0), 0);
  }

  add(line: RunLineOf<'judgeBegun' | 'judged' | 'judgeGaveUp'>, place: LinePlace): void {
    const round = this.#rounds.get(line.other);
    if (line.is === 'judgeBegun') {
      const { v: _format, is: _is, other, at: _at, ...about } = line;
      const isSame = round?.about.seed === line.seed;
      const { unusable } = isSame ? round.about : {};
      this.#rounds.set(other, {
        about: { ...about, ...(unusable !== undefined && { unusable }) },
        bytes: isSame ? round.bytes : new Uint8Array(this.#prompts),
        places: isSame ? round.places : new Float64Array(4 * this.#prompts),
      });
    } else if (round?.about.seed !== line.seed) return;
    else if (line.is === 'judgeGaveUp')
      round.about = { ...round.about, gaveUp: line.error ? { error: line.error } : {} };
    else if (line.prompt < this.#prompts) {
      const said = this.said(line.other, line.prompt);
      if (!line.said && round.about.unusable === undefined)
        round.about = { ...round.about, unusable: line.text.trim().slice(0, firstLetters) };
      round.places.set([place.offset, place.length], placeAt(line.prompt, line.first));
      round.bytes[line.prompt] = byteOf({
        ...said,
        [line.first]: line.said ?? 'none',
        ...(line.longer && { longer: line.longer }),
      });
    }
  }

  /** Returns of how many pairs of answers something was said of which one is among these. */
  affected(cells: readonly RunCell[]): number {
    const pairs = new Set<string>();
    for (const { prompt, model, repetition } of cells)
      for (const [other, { bytes }] of this.#rounds)
        if (repetition === 0 && (model === 0 || model === other) && bytes[prompt] !== 0)
          pairs.add(`${other} ${prompt}`);
    return pairs.size;
  }

  /** Forgets what was said of answers of which one was replaced. */
  forget({ prompt, model, repetition }: RunCell): void {
    if (repetition > 0) return;
    for (const [other, { bytes, places }] of this.#rounds) {
      if (model > 0 && model !== other) continue;
      bytes[prompt] = 0;
      places.fill(0, 4 * prompt, 4 * prompt + 4);
    }
  }

  get kept(): KeptJudgments {
    return [...this.#rounds].map(([other, { about, bytes, places }]) => ({
      other,
      about,
      bytes: Buffer.from(bytes).toString('base64'),
      places: Buffer.from(places.buffer).toString('base64'),
    }));
  }

  restore(kept: KeptJudgments): void {
    for (const { other, about, bytes, places } of kept)
      this.#rounds.set(other, {
        about,
        bytes: Uint8Array.from(Buffer.from(bytes, 'base64')),
        places: new Float64Array(Uint8Array.from(Buffer.from(places, 'base64')).buffer),
      });
  }
}

function placeAt(prompt: number, first: 'base' | 'other'): number {
  return 4 * prompt + (first === 'base' ? 0 : 2);
}

function byteOf({ base, other, longer }: SaidOfPair): number {
  return sayingCodes.indexOf(base) + 5 * sayingCodes.indexOf(other) + 25 * longerCodes.indexOf(longer);
}
