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
    // A running browser may have deleted the file by now.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (forms.some((form) => bytes.includes(form))) found.push(file);
  }
  return found;
}
