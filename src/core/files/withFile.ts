import { type FileHandle, open } from 'node:fs/promises';

/** Opens a file, and closes it once `use` has ended. */
export async function withFile<T>(
  path: string,
  flags: 'r' | 'r+',
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
