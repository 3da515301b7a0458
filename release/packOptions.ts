import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isPreRelease } from './channel.ts';
import { withoutRelativeTargets } from './packedMarkdown.ts';

/** What vsce is asked for besides what goes in: the channel, and how the README's links and pictures lead somewhere. */
export interface PackOptions {
  preRelease: boolean;
  allowMissingRepository?: boolean;
  rewriteRelativeLinks?: boolean;
  /** Relative to the folder that is packed. */
  readmePath?: string;
}

/**
 * Returns the options for packing a folder. With a repository vsce makes relative links and pictures absolute; without one
 * it gets a README without them, which this writes into `dist`.
 */
export async function packOptions(folder: string): Promise<PackOptions> {
  const manifest: { version: string; repository?: unknown } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const preRelease = isPreRelease(manifest.version);
  if (manifest.repository !== undefined) return { preRelease };
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
  const readmePath = 'dist/README.md';
  await writeFile(path.join(folder, readmePath), withoutRelativeTargets(readme));
  return { preRelease, allowMissingRepository: true, rewriteRelativeLinks: false, readmePath };
}
