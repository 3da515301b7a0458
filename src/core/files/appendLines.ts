import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type LinePlace, linesOf, type ReadFile } from './readLines.ts';
import { withFile } from './withFile.ts';

/** What is used of a `FileHandle`. */
interface AppendedFile extends ReadFile, Pick<FileHandle, 'datasync' | 'close'> {
  stat(): Promise<{ size: number }>;
  write(bytes: Uint8Array): Promise<{ bytesWritten: number }>;
}

/** Opens a file for reading and appending. Tests pass one whose disk fails. `isAtOnce`: its reads and writes hold this thread. */
export interface OpenFile {
  (path: string, flags: 'a+', mode: number): Promise<AppendedFile>;
  isAtOnce?: boolean;
}

interface AppendOptions {
  openFile?: OpenFile | undefined;
  /** Nobody else writes to the file: what a write has left of lines that failed is cut off again. */
  isOurs?: boolean;
}

/** `before`, `after`: the file's size, `after` if only this call appended; then `places` has the lines, too. */
interface Appended {
  before: number;
  after: number;
  places: LinePlace[];
  /** False if somebody else appended, too, or what is appended stands elsewhere for any other reason. */
  isAlone: boolean;
}

/** Like `LineAppender.append`, to a file that is opened for it. Resolves once the lines are on disk. */
export async function appendLines(
  path: string,
  values: readonly unknown[],
  options: AppendOptions = {},
): Promise<Appended> {
  const file = await LineAppender.open(path, options);
  try {
    return await file.append(values);
  } finally {
    await file.close();
  }
}

/** A file that stays open for lines to be appended. Call one method at a time. */
export class LineAppender {
  readonly #path: string;
  readonly #file: AppendedFile;
  readonly #isOurs: boolean;
  /** Where our last line ended; `undefined` if we don't know. */
  #end: number | undefined;

  constructor(path: string, file: AppendedFile, isOurs: boolean) {
    this.#path = path;
    this.#file = file;
    this.#isOurs = isOurs;
  }

  /** Creates the file with mode 0600, and its folder with 0700. */
  static async open(path: string, { openFile = open, isOurs = false }: AppendOptions): Promise<LineAppender> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new LineAppender(path, await openFile(path, 'a+', 0o600), isOurs);
  }

  /**
   * Appends each value as one JSON line. A single write takes them all, so that two processes never mix their lines. If a crash tore
   * the last line, ends it first, so that no other line is lost. (Another process's half-finished write looks the same; the result
   * is an empty line, which readers skip.) Unless `isSynced`, a power cut may lose the lines; a killed process does not.
   */
  async append(values: readonly unknown[], isSynced = true): Promise<Appended> {
    const lines = values.map((value) => JSON.stringify(value));
    const known = this.#isOurs ? this.#end : undefined;
    const size = known ?? (await this.#file.stat()).size;
    const isTorn = known === undefined && size > 0 && (await this.#lastByte(size)) !== 10;
    this.#end = undefined;
    const { bytes, places } = packed(isTorn ? ['', ...lines] : lines, size);
    try {
      // Not `appendFile`, which writes in chunks of 512 KB. Only a full disk writes less than everything.
      for (let rest = bytes; rest.length > 0; )
        rest = rest.subarray((await this.#file.write(rest)).bytesWritten);
      if (isSynced) await this.sync();
    } catch (error) {
      if (this.#isOurs) await cutBack(this.#path, size, bytes);
      throw error;
    }
    const after = size + bytes.length;
    const isAlone = (await this.#file.stat()).size === after;
    if (isAlone) this.#end = after;
    return { before: size, after, places: isTorn ? places.slice(1) : places, isAlone };
  }

  read(places: readonly LinePlace[]): Promise<string[]> {
    return linesOf(this.#file, places);
  }

  sync(): Promise<void> {
    return this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #lastByte(size: number): Promise<number | undefined> {
    return (await this.#file.read({ buffer: new Uint8Array(1), position: size - 1 })).buffer[0];
  }
}

/** Returns the bytes of lines, and where each is if they are written at `start`. Joining the lines first would take far longer. */
function packed(lines: readonly string[], start: number): { bytes: Buffer; places: LinePlace[] } {
  const bytes = Buffer.allocUnsafe(lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0));
  let at = 0;
  const places = lines.map((line) => {
    const place = { offset: start + at, length: bytes.write(line, at) };
    at = bytes.writeUInt8(10, at + place.length);
    return place;
  });
  return { bytes, places };
}

/** Cuts a file back to `size` if it ends there with nothing but the beginning of `bytes`, so that a full disk gets its room back. */
async function cutBack(path: string, size: number, bytes: Uint8Array): Promise<void> {
  try {
    // Windows cuts no file that is open for appending.
    await withFile(path, 'r+', async (file) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length + 1), { position: size });
      const isStart = buffer.subarray(0, bytesRead).equals(bytes.subarray(0, bytesRead));
      if (bytesRead > 0 && isStart) await file.truncate(size);
    });
  } catch {
    // Then a torn line stays, which readers skip. The failed write says what is wrong with the disk.
  }
}
