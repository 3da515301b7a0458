import { existsSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** The folder that test-electron downloads into as well, so one entry in a CI cache keeps every VS Code and browser. */
export const vscodeCache = path.join(projectRoot, '.vscode-test');

export const outFolder = path.join(projectRoot, 'out');

/** `setUp` sets it to the folder that holds what was built for this run. */
export const buildVariable = 'TEST_BUILD';

/** Where `dist`, `out/host` and the packed extension lie: the run's own folder, without one the project's. */
export function buildFolder(): string {
  return process.env[buildVariable] ?? projectRoot;
}

export function packedExtension(): string {
  return path.join(buildFolder(), 'hosted-models.vsix');
}

/** All files of these names in the folders of PATH, the first name's first. */
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
