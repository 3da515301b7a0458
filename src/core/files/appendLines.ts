import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LinePlace } from './readLines.ts';

/** Opens a file for reading and appending. Tests pass one whose disk fails. */
export type OpenFile = (
  path: string,
  flags: 'a+',
  mode: number,
) => Promise<Pick<FileHandle, 'stat' | 'read' | 'write' | 'datasync' | 'close'>>;

interface AppendOptions {
  openFile?: OpenFile | undefined;
  /** Nobody else writes to the file: what a write has left of lines that failed is cut off again. */
  isOurs?: boolean;
  /** Resolves once the system has the lines, for which a killed process is no loss; a power cut may be one. */
  isUnsynced?: boolean;
}

/**
 * Appends each value as one JSON line and resolves once they are on disk. A single write takes them all, so that two
 * processes never mix their lines. If a crash tore the last line, ends it first, so that no other line is lost. (Another
 * process's half-finished write looks the same; the result is an empty line, which readers skip.) Mode 0600; creates the
 * folder with 0700. Returns the file's size before, and after if only this call appended, and then where the lines are.
 */
export async function appendLines(
  path: string,
  values: readonly unknown[],
  { openFile = open, isOurs = false, isUnsynced = false }: AppendOptions = {},
): Promise<{ before: number; after: number; places: LinePlace[] }> {
  const lines = values.map((value) => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8'));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const isTorn =
      size > 0 && (await file.read({ buffer: new Uint8Array(1), position: size - 1 })).buffer[0] !== 10;
    const bytes = Buffer.concat(isTorn ? [Buffer.from('\n'), ...lines] : lines);
    try {
      // Not `appendFile`, which writes in chunks of 512 KB. Only a full disk writes less than everything.
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray((await file.write(rest)).bytesWritten);
      if (!isUnsynced) await file.datasync();
    } catch (error) {
      if (isOurs) await cutBack(path, size, bytes);
      throw error;
    }
    let offset = isTorn ? size + 1 : size;
    const places = lines.map(({ length }) => {
      offset += length;
      return { offset: offset - length, length: length - 1 };
    });
    return { before: size, after: size + bytes.length, places };
  } finally {
    await file.close();
  }
}

/** Cuts a file back to `size` if it ends there with nothing but the beginning of `bytes`, so that a full disk gets its room back. */
async function cutBack(path: string, size: number, bytes: Uint8Array): Promise<void> {
  try {
    // Windows cuts no file that is open for appending.
    await using file = await open(path, 'r+');
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes.length + 1), position: size });
    const isStart = buffer.subarray(0, bytesRead).equals(bytes.subarray(0, bytesRead));
    if (bytesRead > 0 && isStart) await file.truncate(size);
  } catch {
    // Then a torn line stays, which readers skip. The failed write says what is wrong with the disk.
  }
}
