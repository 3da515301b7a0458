import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Opens a file for reading and appending. A test hands in one whose disk fails. */
export type OpenFile = (
  path: string,
  flags: 'a+',
  mode: number,
) => Promise<Pick<FileHandle, 'stat' | 'read' | 'write' | 'datasync' | 'close'>>;

/**
 * Appends each value as one JSON line and waits until they are on the disk. All of them go out with one write, so that
 * two processes never mix their lines. A tail that a crash has torn is closed first: it costs no line but itself. (Another
 * process's write that is seen half done looks the same, and then an empty line comes after it, which readers leave out.) Mode
 * 0600; the file's folder is made with 0700. Returns the file's size before, and with what was appended here alone.
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
    // Not `appendFile`, which writes in pieces of 512 KB. Only a full disk takes less than all of it.
    let rest = Buffer.from(isTorn ? `\n${text}` : text, 'utf8');
    const after = size + rest.length;
    while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
    await file.datasync();
    return { before: size, after };
  } finally {
    await file.close();
  }
}
