import { existsSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Also where test-electron downloads to, so that one CI cache entry keeps every VS Code and browser. */
export const vscodeCache = path.join(projectRoot, '.vscode-test');

export const outFolder = path.join(projectRoot, 'out');

/** `setUp` sets it to the folder with this run's build. */
export const buildVariable = 'TEST_BUILD';

/** Where `dist`, `out/host` and the packed extension are: the run's own folder, else the project's. */
export function buildFolder(): string {
  return process.env[buildVariable] ?? projectRoot;
}

export function packedExtension(): string {
  return path.join(buildFolder(), 'hosted-models.vsix');
}

/** Returns all files of these names in the folders of PATH, the first name's first. */
export function findOnPath(
  names: readonly string[],
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): string[] {
  const endings = platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const files = names.flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))),
  );
  return files.filter((file) => existsSync(file));
}
