import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The API key of the end-to-end tests. A file that contains it shows that the extension (or a test) leaked it. */
export const canaryKey = 'canary-5f0c3b7e9a1d';

/** A browser's database may store text with two bytes per letter. */
const forms = [Buffer.from(canaryKey, 'utf8'), Buffer.from(canaryKey, 'utf16le')];

/** The files under `folder` that contain the key in clear text. */
export async function filesWithCanary(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await bytesNow(file);
    if (forms.some((form) => bytes.includes(form))) found.push(file);
  }
  return found;
}

/** Returns nothing for a file that is gone by now, as the temporary ones of a running browser or VS Code may be. */
export async function bytesNow(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  });
}
