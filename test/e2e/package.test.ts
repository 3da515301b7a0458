import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { changesOf, goldenFiles, vsixFiles } from '../../release/vsixFiles.ts';
import { ZipFile } from '../../release/zipFile.ts';
import { initialScripts } from '../bench/harness/initialScripts.ts';
import { importsOf, readJson, readSources } from '../unit/structure/sources.ts';
import { packedExtension } from '../workbench/places.ts';

const vsix = packedExtension();

describe('The package', () => {
  it('contains the expected files and no others', () => {
    const hint = 'If that is meant, run "npm run package:list".';
    const changes = changesOf(goldenFiles(), vsixFiles(vsix));
    assert.equal(changes.length, 0, [...changes, hint].join('\n'));
  });

  it('has no test, source map, picture of the README or anything else that only developers need', () => {
    const own =
      /^extension\/(?:dist\/|l10n\/|media\/|docs\/(?:[\w-]+\.md|prompt-sets\/[\w-]+\.(?:csv|jsonl|py))$|package\.(?:nls\.)?json$|(?:readme|changelog|SECURITY)\.md$|(?:LICENSE|ThirdPartyNotices)\.txt$)/u;
    const isFrame = (name: string) => ['[Content_Types].xml', 'extension.vsixmanifest'].includes(name);
    const foreign = vsixFiles(vsix).filter(
      (name) => !isFrame(name) && (!own.test(name) || /\.map$|test/iu.test(name)),
    );
    assert.deepEqual(foreign, []);
    const pictures = vsixFiles(vsix).filter((name) => /\.(?:png|gif|jpe?g|webp)$/u.test(name));
    assert.deepEqual(pictures, ['extension/media/icon.png']);
  });

  it('has a README whose links and pictures all lead somewhere', () => {
    const readme = read('extension')('readme.md');
    const targets = [...readme.matchAll(/\]\(([^)]*)\)/gu)].map(([, target = '']) => target);
    assert.deepEqual(
      targets.filter((target) => !/^(?:https:|mailto:|#)/u.test(target)),
      [],
    );
  });

  it('names the license of each package that it holds, and of those within them', () => {
    const notices = read('extension')('ThirdPartyNotices.txt');
    const packages = bundledPackages();
    assert.ok(packages.includes('undici') && packages.includes('devlop'), packages.join(', '));
    for (const name of packages) {
      const { version, license } = readJson(`node_modules/${name}/package.json`);
      assert.ok(notices.includes(`\n${name} ${version} (${license})\n`), name);
    }
    for (const part of ['llhttp', 'formdata-polyfill', 'mhchem', 'Apache License', 'licenses/by/4.0'])
      assert.ok(notices.includes(part), part);
  });

  it('is at most 1 MB', () => {
    assert.ok(statSync(vsix).size <= 1_000_000, `${statSync(vsix).size} bytes`);
  });

  it('has the script as one file of at most 400 KB, with the licenses of what is in it at its end', () => {
    const script = read('extension/dist')('prompt-set.mjs');
    assert.ok(Buffer.byteLength(script) <= 400_000, `${Buffer.byteLength(script)} bytes`);
    const end = script.slice(script.lastIndexOf('\n/*\n'));
    for (const name of ['valibot', 'yaml', 'csv-parse', 'eventsource-parser', '@cfworker/json-schema'])
      assert.match(end, new RegExp(`\n${name} [\\d.]+ \\(`, 'u'));
    assert.match(end, /^\n\/\*\nMIT License/u);
    const imported = [...script.matchAll(/\}from"([^"]+)"/gu)].map(([, from = '']) => from);
    assert.deepEqual(
      imported.filter((from) => !isBuiltin(from)),
      [],
    );
  });

  it('loads at activation what the views need, but not the client, chats, deletions or diagnoses', () => {
    const code = initialScripts(read('extension/dist'), 'extension.js');
    assert.doesNotMatch(
      code,
      /undici\.globalDispatcher|text\/event-stream|createWebviewPanel|\.corrupt-|Diagnosis of|Deletion of/u,
    );
    assert.ok(code.length <= 118 * 1024, `${code.length} characters`);
  });

  it('opens a chat with at most 400 KB of script: grammars and math are loaded when needed', () => {
    const bytes = Buffer.byteLength(read('extension/dist/pages')('chat.js'));
    assert.ok(bytes > 50_000 && bytes <= 400_000, `${bytes} bytes`);
  });

  it('opens a page with one script, which waits for no other', () => {
    for (const page of ['chat.js', 'details.js']) {
      const code = read('extension/dist/pages')(page);
      assert.equal(initialScripts(read('extension/dist/pages'), page), code);
    }
  });
});

/** The project's packages that the sources import, and those that they depend on in turn. */
function bundledPackages(): string[] {
  const sources = [...readSources('src/**/*.{ts,tsx}').values()];
  const imported = [...sources.flatMap(importsOf), '@vscode/codicons'];
  const own = Object.keys(readJson('package.json')['devDependencies'] ?? {}).filter((name) =>
    imported.some((one) => one === name || one.startsWith(`${name}/`)),
  );
  const further = own.flatMap((name) =>
    Object.keys(readJson(`node_modules/${name}/package.json`)['dependencies'] ?? {}),
  );
  return [...own, ...further.filter((name) => !name.startsWith('@types/'))];
}

/** Returns a function that reads files from one folder of the package. */
function read(folder: string): (name: string) => string {
  const zip = new ZipFile(vsix);
  return (name) => zip.text(`${folder}/${name}`);
}
