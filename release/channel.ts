// The channel of a version: an odd minor number (0.3.x) is a pre-release, an even one (0.2.x) is stable, as the Marketplace
// recommends, since it orders versions by their numbers only.
//   node release/channel.ts    prints the flag for vsce and ovsx: "--pre-release", or nothing
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Throws if it is not three plain numbers: the Marketplace refuses `1.0.0-beta`. */
export function isPreRelease(version: string): boolean {
  const minor = /^(?:0|[1-9]\d*)\.(0|[1-9]\d*)\.(?:0|[1-9]\d*)$/u.exec(version)?.[1];
  if (minor === undefined)
    throw new Error(`The version has to be three numbers, as 0.2.0, not "${version}".`);
  return Number(minor) % 2 === 1;
}

if (import.meta.main) {
  const manifest = readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  console.log(isPreRelease(version) ? '--pre-release' : '');
}
