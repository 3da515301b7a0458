// Whether the README's pictures show the product as it is. `npm run screenshots` ends with it.
//   node release/pictures.ts    notes what the pictures were made of
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the pictures could show a change of. */
const product = ['src/**/*.*', 'media/**/*.*', 'package.nls.json'];

const noteFile = path.join('docs', 'pictures', 'madeOf.txt');

/** Whether anything of the product has changed since the pictures in `root` were made. */
export function arePicturesOld(root: string): boolean {
  const note = path.join(root, noteFile);
  return !existsSync(note) || readFileSync(note, 'utf8').trim() !== productHash(root);
}

export function notePictures(root: string): void {
  writeFileSync(path.join(root, noteFile), `${productHash(root)}\n`);
}

function productHash(root: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(product, { cwd: root }).sort())
    hash.update(`${file.replaceAll('\\', '/')}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

if (import.meta.main) notePictures(path.resolve(import.meta.dirname, '..'));
