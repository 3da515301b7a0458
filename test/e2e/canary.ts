import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The API key of the end-to-end tests. A file that contains it shows that the extension (or a test) leaked it. */
export const canaryKey = 'canary-5f0c3b7e9a1d';

/** A browser's database may store text with two bytes per letter. */
const forms = [Buffer.from(canaryKey, 'utf8'), Buffer.from(canaryKey, 'utf16le')];

/** The files under `folder` that contain the key in clear text. Throws if there is no such folder. */
export async function filesWithCanary(folder: string): Promise<string[]> {
  await access(folder);
  return filesBelow(folder);
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await unlessGone(readdir(folder, { withFileTypes: true }), [])) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesBelow(place)));
    else if (entry.isFile() && (await hasCanary(place))) found.push(place);
  }
  return found;
}

async function hasCanary(file: string): Promise<boolean> {
  const bytes = await bytesNow(file);
  return forms.some((form) => bytes.includes(form));
}

/** Returns nothing for a file that is gone by now. */
export function bytesNow(file: string): Promise<Buffer> {
  return unlessGone(readFile(file), Buffer.alloc(0));
}

// Windows refuses to open what a running program has locked (EBUSY) or is just deleting (EPERM).
const gone = new Set(['ENOENT', 'EBUSY', 'EPERM']);

/** A running browser or VS Code deletes files and folders of its own while a test reads them. */
function unlessGone<T>(read: Promise<T>, instead: T): Promise<T> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (!gone.has(error.code ?? '')) throw error;
    return instead;
  });
}
