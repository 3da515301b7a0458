import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Opens a file for reading and appending. Tests pass one whose disk fails. */
export type OpenFile = (
  path: string,
  flags: 'a+',
  mode: number,
) => Promise<Pick<FileHandle, 'stat' | 'read' | 'write' | 'datasync' | 'close'>>;

/**
 * Appends each value as one JSON line and resolves once they are on disk. A single write takes them all, so that two
 * processes never mix their lines. If a crash tore the last line, ends it first, so that no other line is lost. (Another
 * process's half-finished write looks the same; the result is an empty line, which readers skip.) Mode 0600; creates the
 * folder with 0700. Returns the file's size before, and after if only this call appended.
 */
export async function appendLines(
  path: string,
  values: readonly unknown[],
  openFile: OpenFile = open,
): Promise<{ before: number; after: number }> {
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const isTorn =
      size > 0 && (await file.read({ buffer: new Uint8Array(1), position: size - 1 })).buffer[0] !== 10;
    // Not `appendFile`, which writes in chunks of 512 KB. Only a full disk writes less than everything.
    let rest = Buffer.from(isTorn ? `\n${text}` : text, 'utf8');
    const after = size + rest.length;
    while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
    await file.datasync();
    return { before: size, after };
  } finally {
    await file.close();
  }
}
