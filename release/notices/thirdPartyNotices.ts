import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** What packages hold that neither their license files nor comments in their code say; files of this folder. */
const further: Record<string, readonly string[]> = {
  '@cfworker/json-schema': ['cfworker.txt'],
  '@vscode/codicons': ['codicons.txt'],
  temml: ['Apache-2.0.txt'],
  undici: ['llhttp.txt'],
};

/** Block comments, and runs of line comments. */
const comments = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gmu;

/**
 * Returns the notices of every package with code in the bundles: its license files, and comments in its bundled files that
 * name a license, for minifying takes those out. `root` is the folder that esbuild worked in. Throws if a package has no license.
 */
export async function thirdPartyNotices(root: string, metafiles: readonly Metafile[]): Promise<string> {
  const packages = Map.groupBy(
    metafiles.flatMap(({ inputs }) => Object.keys(inputs)),
    packageFolder,
  );
  packages.delete('');
  const notices = await Promise.all(
    [...packages].sort().map(([folder, files]) => noticeOf(root, folder, new Set(files))),
  );
  return [
    'Hosted Models is under the license in LICENSE.txt. It contains the software below, each part under its own license.\n',
    ...notices,
  ].join(`\n${'='.repeat(80)}\n\n`);
}

/** As `node_modules/@a/b`; empty for a file of ours. */
function packageFolder(file: string): string {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? '';
}

async function noticeOf(root: string, folder: string, files: ReadonlySet<string>): Promise<string> {
  const read = async (...names: string[]) =>
    (await readFile(path.join(...names), 'utf8')).replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  const { name, version, license }: Record<string, string> = JSON.parse(
    await read(root, folder, 'package.json'),
  );
  const licenses = (await readdir(path.join(root, folder))).filter((file) =>
    /^(?:licen[cs]e|notice|copying)/iu.test(file),
  );
  const own = further[name ?? ''] ?? [];
  if (licenses.length + own.length === 0) throw new Error(`${folder} has no license file.`);
  const code = [...files].filter((file) => /\.(?:[cm]?js|css)$/u.test(file)).sort();
  const texts = [
    ...(await Promise.all(licenses.sort().map((file) => read(root, folder, file)))),
    ...(await Promise.all(code.map((file) => read(root, file)))).flatMap(licenseComments),
    ...(await Promise.all(own.map((file) => read(import.meta.dirname, file)))),
  ];
  const parts = [`${name} ${version} (${license})`, ...new Set(texts.map((text) => text.trim()))];
  return `${parts.join('\n\n')}\n`;
}

function licenseComments(code: string): string[] {
  return (code.match(comments) ?? []).filter((text) => /\blicen[cs]ed?\b|\bcopyright\b/iu.test(text));
}
