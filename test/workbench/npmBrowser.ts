// A Chromium from npm, for a Linux without one: needs no root, no package manager and no host but the registry.
import { chmod, copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npmBrowser, npmBrowserManifests } from './findBrowser.ts';
import { installOnce } from './installOnce.ts';
import { installPackages } from './npm.ts';
import { runProgram } from './program.ts';
import { stallMs } from './progress.ts';

/** Starts the browser with its own libraries (NSS) and font, for systems that have none. */
const start = `#!/bin/sh
here=\${0%/*}
LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf" \\
  exec "$here/chromium" "$@"
`;

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** Runs in the folder where the package is installed, and unpacks it into the temporary folder. */
const unpack = `
import { readdirSync } from 'node:fs';
import { inflate } from '@sparticuz/chromium';
const packed = 'node_modules/@sparticuz/chromium/bin/';
for (const name of readdirSync(packed)) await inflate(packed + name);
`;

export function canUseNpmBrowser(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Returns the path of the browser in the cache, installing it first if it is missing. */
export async function ensureNpmBrowser(): Promise<string> {
  const title = 'a Chromium (@sparticuz/chromium from npm, 67 MB)';
  const { folder, launcher } = npmBrowser();
  return path.join(await installOnce({ name: folder, title, fill }), launcher);
}

async function fill(folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(path.join(npmBrowserManifests, name), path.join(folder, name));
  await installPackages(['ci'], folder);
  // It uses any existing files with its names, even unfinished ones, so it must not be a shared folder.
  const { code, output } = await runProgram(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    watch: { folder, stallMs },
  });
  if (code !== 0) throw new Error(/^.*Error: (.+)$/m.exec(output)?.[1] ?? `it was not unpacked (${code})`);
  await rm(path.join(folder, 'node_modules'), { recursive: true });
  await writeFile(path.join(folder, 'fonts.conf'), fonts);
  const file = path.join(folder, npmBrowser().launcher);
  await writeFile(file, start);
  await chmod(file, 0o755);
}
