import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isPreRelease } from './channel.ts';
import { forUsers, withoutRelativeTargets } from './packedMarkdown.ts';

/** What vsce is asked for besides what goes in: the channel, and a README of its own. */
export interface PackOptions {
  preRelease: boolean;
  allowMissingRepository?: boolean;
  rewriteRelativeLinks?: boolean;
  /** Where the README's pictures are: those of this version, also once a newer one has others. */
  baseImagesUrl?: string;
  /** Relative to the folder that is packed. */
  readmePath: string;
}

/**
 * Returns the options for packing a folder, and writes the README for users into its `dist`. With a repository vsce makes
 * relative links and pictures absolute; without one it gets a README without them.
 */
export async function packOptions(folder: string): Promise<PackOptions> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const { version, repository }: { version: string; repository?: { url: string } } = JSON.parse(
    await read('package.json'),
  );
  const readme = forUsers(await read('README.md'));
  const readmePath = 'dist/README.md';
  await writeFile(
    path.join(folder, readmePath),
    repository === undefined ? withoutRelativeTargets(readme) : readme,
  );
  return {
    preRelease: isPreRelease(version),
    readmePath,
    ...(repository
      ? { baseImagesUrl: `${repository.url.replace(/^git\+|\.git$/gu, '')}/raw/v${version}` }
      : { allowMissingRepository: true, rewriteRelativeLinks: false }),
  };
}
