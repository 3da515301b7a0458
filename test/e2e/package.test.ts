import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { initialScripts } from '../bench/harness/initialScripts.ts';
import { packedExtension } from '../workbench/places.ts';
import { ZipFile } from './zipFile.ts';

const vsix = packedExtension();

/** What the package contains; `*` stands for a chunk's hash. */
const expected = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/api-*.js',
  'extension/dist/chatLibrary-*.js',
  'extension/dist/chunk-*.js',
  'extension/dist/extension.js',
  'extension/dist/features-*.js',
  'extension/dist/journal-*.js',
  'extension/dist/pages/chat.css',
  'extension/dist/pages/chat.js',
  'extension/dist/pages/codicon.css',
  'extension/dist/pages/codicon.ttf',
  'extension/dist/pages/details.css',
  'extension/dist/pages/details.js',
  'extension/dist/pages/highlight.js',
  'extension/dist/pages/math.js',
  'extension/dist/undiciTransport-*.js',
  'extension/l10n/bundle.l10n.json',
  'extension/media/chat-dark.svg',
  'extension/media/chat-light.svg',
  'extension/media/chat-streaming-dark.svg',
  'extension/media/chat-streaming-light.svg',
  'extension/media/chat-streaming-still-dark.svg',
  'extension/media/chat-streaming-still-light.svg',
  'extension/media/chat-unseen-dark.svg',
  'extension/media/chat-unseen-light.svg',
  'extension/media/container.svg',
  'extension/media/icon.png',
  'extension/media/presets.schema.json',
  'extension/media/screenshot.png',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
];

describe('The package', () => {
  it('contains the expected files and no others', () => {
    const names = new ZipFile(vsix).names.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/u, '-*.js'));
    assert.deepEqual([...new Set(names)].sort(), expected);
  });

  it('is at most 1 MB', () => {
    assert.ok(statSync(vsix).size <= 1_000_000, `${statSync(vsix).size} bytes`);
  });

  it('loads at activation what the views need, but not the client, chats, deletions or diagnoses', () => {
    const code = initialScripts(read('extension/dist'), 'extension.js');
    assert.doesNotMatch(
      code,
      /undici\.globalDispatcher|text\/event-stream|createWebviewPanel|Diagnosis of|Deletion of/u,
    );
    assert.ok(code.length <= 150_000, `${code.length} characters`);
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

/** Returns a function that reads files from one folder of the package. */
function read(folder: string): (name: string) => string {
  const zip = new ZipFile(vsix);
  return (name) => zip.text(`${folder}/${name}`);
}
