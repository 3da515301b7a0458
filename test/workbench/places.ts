import { existsSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** The folder that test-electron downloads into as well, so one entry in a CI cache keeps every VS Code. */
export const vscodeCache = path.join(projectRoot, '.vscode-test');

export const outFolder = path.join(projectRoot, 'out');

/** The first of `names` that is a file in a folder of PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const found = endings
        .map((ending) => path.join(folder, name + ending))
        .find((file) => existsSync(file));
      if (found) return found;
    }
  }
  return undefined;
}
