import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunModel } from '../run/runRecord.ts';

/** A file that is being written, piece by piece. */
export interface TextSink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns what opens new files in a folder of this machine for writing. All of a text is written, or an error thrown. */
export function filesIn(folder: string): (name: string) => Promise<TextSink> {
  return async (name) => {
    const file = await open(join(folder, name), 'wx');
    return { write: (text) => file.appendFile(text), close: () => file.close() };
  };
}

/** What every engine takes in one file: the least of what they say. */
export interface BatchLimits {
  lines: number;
  bytes: number;
}
export const batchLimits: BatchLimits = { lines: 50_000, bytes: 200_000_000 };

/** So much text is written at once, in UTF-16 code units. */
const pieceLength = 256 * 1024;

/** Writes the requests to one model: to a file, and when that is full, to another. */
export class ModelFiles {
  /** The files so far. */
  readonly names: string[] = [];
  readonly #name: (part: number) => string;
  readonly #open: (name: string) => Promise<TextSink>;
  readonly #limits: BatchLimits;
  #sink: TextSink | undefined;
  #pieces: string[] = [];
  #length = 0;
  #lines = 0;
  #bytes = 0;

  constructor(
    name: (part: number) => string,
    open: (name: string) => Promise<TextSink>,
    limits: BatchLimits = batchLimits,
  ) {
    this.#name = name;
    this.#open = open;
    this.#limits = limits;
  }

  async add(line: string): Promise<void> {
    const bytes = Buffer.byteLength(line) + 1;
    if (this.#lines === this.#limits.lines || this.#bytes + bytes > this.#limits.bytes) await this.close();
    this.#lines += 1;
    this.#bytes += bytes;
    this.#length += line.length;
    this.#pieces.push(line, '\n');
    if (this.#length >= pieceLength) await this.#write();
  }

  async close(): Promise<void> {
    try {
      if (this.#pieces.length > 0) await this.#write();
    } finally {
      const sink = this.#sink;
      this.#sink = undefined;
      this.#lines = 0;
      this.#bytes = 0;
      await sink?.close();
    }
  }

  async #write(): Promise<void> {
    if (!this.#sink) {
      const name = this.#name(this.names.length + 1);
      this.#sink = await this.#open(name);
      this.names.push(name);
    }
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    await this.#sink.write(text);
  }
}

/** Longest part of a file's name that a set or a model gives. */
const maxNamePart = 60;

/** Returns a file's name without anything that a shell, a file system or an engine takes for something else. */
export function plainName(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9._-]+/gu, '-')
      .replace(/^[.-]+|[.-]+$/gu, '')
      .slice(0, maxNamePart) || 'unnamed'
  );
}

/** Returns those of some names that `modelFileName` may return for a model. */
export function modelFileNames(
  name: string,
  model: number,
  of: Pick<RunModel, 'name'>,
  among: readonly string[],
): string[] {
  const stem = modelFileName(name, model, of, 1).slice(0, -'.jsonl'.length);
  return among.filter((one) => one.startsWith(stem) && /^(?:\.\d+)?\.jsonl$/u.test(one.slice(stem.length)));
}

/** Returns a model's file: with its number, since two names may look the same, and a number for each file after the first. */
export function modelFileName(
  name: string,
  model: number,
  { name: modelName }: Pick<RunModel, 'name'>,
  part: number,
): string {
  return `${name}.${model + 1}-${plainName(modelName)}${part === 1 ? '' : `.${part}`}.jsonl`;
}
