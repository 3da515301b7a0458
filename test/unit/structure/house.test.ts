import assert from 'node:assert/strict';
import path from 'node:path';
import { importsOf, readSources } from './sources.ts';

const maxFiles = 18;
const maxDepth = 2;

/** The files of `src` that each file of `src` imports, by their paths from the project's root. */
function readImports(): Map<string, string[]> {
  const sources = readSources('src/**/*.{ts,tsx}');
  const targets = (file: string, text: string) =>
    importsOf(text)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
      .filter((target) => sources.has(target));
  return new Map([...sources].map(([file, text]) => [file, targets(file, text)]));
}

function foldersOf(files: Iterable<string>): Map<string, string[]> {
  return Map.groupBy(files, (file) => path.posix.dirname(file));
}

/** The subfolder of `folder` that a file belongs to, or the file itself. */
function nodeIn(folder: string, file: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/', 1)[0] : undefined;
}

/** The imports that form cycles between a folder's files and subfolders. */
function circlesIn(folder: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const edges = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const [from, to] = [nodeIn(folder, file), nodeIn(folder, target)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, file, target }];
    }),
  );
  // Whatever imports nothing, or is imported by nothing, is in no cycle; after removing all of these, only cycles are left.
  let left = edges;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const [importing, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return left.map(({ file, target }) => `${file} imports ${target}`);
}

describe('The folders of src', () => {
  const imports = readImports();
  const folders = foldersOf(imports.keys());

  it('import in one direction only, at every level', () => {
    const levels = new Set([...folders.keys()].flatMap(upwards));
    assert.deepEqual(
      [...levels].flatMap((folder) => circlesIn(folder, imports)),
      [],
    );
  });

  it('have at most 18 files each', () => {
    const crowded = [...folders].filter(([, files]) => files.length > maxFiles);
    assert.deepEqual(
      crowded.map(([folder, files]) => `${folder}: ${files.length} files`),
      [],
    );
  });

  it('are no deeper than the layers’ lint rules reach', () => {
    const deep = [...folders.keys()].filter((folder) => folder.split('/').length - 2 > maxDepth);
    assert.deepEqual(deep, []);
  });

  it('would be reported with the imports of a cycle', () => {
    const planted = new Map([
      ['src/a/one.ts', ['src/b/two.ts']],
      ['src/b/two.ts', ['src/c/three.ts', 'src/d.ts']],
      ['src/c/three.ts', ['src/a/four.ts']],
      ['src/d.ts', []],
    ]);
    assert.deepEqual(circlesIn('src', planted), [
      'src/a/one.ts imports src/b/two.ts',
      'src/b/two.ts imports src/c/three.ts',
      'src/c/three.ts imports src/a/four.ts',
    ]);
    assert.deepEqual(circlesIn('src/a', planted), []);
  });
});

/** A folder with all the folders that contain it. */
function upwards(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
