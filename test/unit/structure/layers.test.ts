import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importForms, layerTable } from './layerTable.ts';
import { importsOf, readSources, root } from './sources.ts';

interface Plant {
  name: string;
  file: string;
  text: (id: number) => string;
  isAllowed: boolean;
}

function plants(): Plant[] {
  return layerTable.flatMap(({ layer, places, allowed, forbidden }) =>
    places.flatMap((place) =>
      [...allowed, ...forbidden].flatMap((specifier) =>
        Object.entries(importForms).map(([form, write], index) => ({
          name: `${layer} (${place}): ${form} of ${specifier}`,
          file: place.endsWith('.ts')
            ? place
            : `${place}/plant-${specifier.replace(/\W+/gu, '-')}-${index}.ts`,
          text: (id: number) => write(seenFrom(place, specifier), id),
          isAllowed: allowed.includes(specifier),
        })),
      ),
    ),
  );
}

function seenFrom(place: string, specifier: string): string {
  if (!specifier.startsWith('src/')) return specifier;
  const folder = place.endsWith('.ts') ? path.posix.dirname(place) : place;
  const relative = path.posix.relative(folder, specifier);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Runs Biome with the project's own configuration on planted files; returns those that it refuses. */
async function refused(planted: readonly Plant[]): Promise<Set<Plant>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-layers-'));
  try {
    await copyFile(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
    /** What is planted in each line of each file. */
    const lines = new Map<string, Plant[]>();
    for (const [file, plants] of Map.groupBy(planted, ({ file }) => file)) {
      const owners: Plant[] = [];
      let content = '';
      for (const [id, plant] of plants.entries()) {
        const text = plant.text(id);
        content += text;
        for (const _line of text.trimEnd().split('\n')) owners.push(plant);
      }
      lines.set(file, owners);
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
    }
    const report = await runBiome(folder);
    const found = report.diagnostics
      .filter((one) => one.category === 'lint/style/noRestrictedImports' && one.severity === 'error')
      .map(({ location }) => lines.get(location.path.replaceAll('\\', '/'))?.[location.start.line - 1]);
    return new Set(found.filter((plant) => plant !== undefined));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  diagnostics: { category: string; severity: string; location: { path: string; start: { line: number } } }[];
}

function runBiome(cwd: string): Promise<Report> {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve, reject) => {
    // Biome's exit code only says that something was found.
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('Biome said nothing.'));
      else resolve(JSON.parse(stdout));
    });
  });
}

describe('The layers', function () {
  this.timeout(60_000);
  const all = plants();
  let caught = new Set<Plant>();

  before(async () => {
    caught = await refused(all);
  });

  for (const { layer } of layerTable) {
    const own = all.filter(({ name }) => name.startsWith(`${layer} (`));
    it(`let ${layer} import what the table allows, in every form`, () => {
      assert.deepEqual(
        own.filter((one) => one.isAllowed && caught.has(one)).map((one) => one.name),
        [],
      );
    });
    it(`refuse ${layer} every other import, in every form`, () => {
      assert.deepEqual(
        own.filter((one) => !one.isAllowed && !caught.has(one)).map((one) => one.name),
        [],
      );
    });
  }
});

describe('The sources', () => {
  const sources = readSources('src/**/*.{ts,tsx}');
  const importing = (isMeant: (specifier: string) => boolean) =>
    [...sources].filter(([, text]) => importsOf(text).some(isMeant)).map(([file]) => file);

  it('of protocol need nothing but valibot and each other when they run: from core they take types', () => {
    const protocol = readSources('src/protocol/**/*.ts');
    assert.ok(protocol.size > 0);
    for (const [file, text] of protocol)
      assert.deepEqual(
        importsOf(stripTypeScriptTypes(text)).filter((one) => one !== 'valibot' && !one.startsWith('./')),
        [],
        file,
      );
  });

  it('import vscode only in ui and in extension.ts', () => {
    const files = importing((specifier) => specifier === 'vscode');
    assert.ok(files.includes('src/extension.ts'));
    assert.deepEqual(
      files.filter((file) => !file.startsWith('src/ui/') && file !== 'src/extension.ts'),
      [],
    );
  });

  it('never import undici’s root, which replaces the dispatcher of everybody’s fetch', () => {
    assert.deepEqual(
      importing((specifier) => /^undici(?:\/index(?:\.js)?|\/?)$/u.test(specifier)),
      [],
    );
    assert.ok(importing((specifier) => specifier.startsWith('undici/lib/')).length > 0);
  });
});
