// The golden list of what the packed extension holds. `npm run package:list` packs it and writes the list anew.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ZipFile } from './zipFile.ts';

const root = path.resolve(import.meta.dirname, '..');
const goldenFile = path.join(import.meta.dirname, 'vsixFiles.txt');

/** Returns the names in a packed extension, sorted, with `*` for the hash of a chunk. */
export function vsixFiles(file: string): string[] {
  const names = new ZipFile(file).names.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/u, '-*.js'));
  return [...new Set(names)].sort();
}

export function goldenFiles(): string[] {
  return readFileSync(goldenFile, 'utf8').split('\n').filter(Boolean);
}

/** Returns a line for each name that came or went. */
export function changesOf(before: readonly string[], now: readonly string[]): string[] {
  return [
    ...now.filter((name) => !before.includes(name)).map((name) => `came: ${name}`),
    ...before.filter((name) => !now.includes(name)).map((name) => `went: ${name}`),
  ];
}

if (import.meta.main) {
  const now = vsixFiles(path.join(root, 'hosted-models.vsix'));
  for (const change of changesOf(goldenFiles(), now)) console.log(change);
  writeFileSync(goldenFile, `${now.join('\n')}\n`);
}
