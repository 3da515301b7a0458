// Bundles the extension, its pages and the tests that run inside VS Code, and packs the extension.
//   node esbuild.mjs [--production] [--watch] [--tests] [--package] [--to FOLDER]
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { scriptBundle } from './release/scriptBundle.ts';

const { values: flags } = parseArgs({
  options: {
    production: { type: 'boolean' },
    watch: { type: 'boolean' },
    tests: { type: 'boolean' },
    package: { type: 'boolean' },
    /** Where all of it goes, and the rest of the extension with it: default is here. */
    to: { type: 'string' },
  },
});
const isProduction = flags.production ?? false;
const here = import.meta.dirname;
const target = path.resolve(flags.to ?? here);

const shared = {
  absWorkingDir: here,
  bundle: true,
  format: 'esm',
  splitting: true,
  target: 'es2024',
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  // What is packed has them all in ThirdPartyNotices.txt, with those that esbuild doesn't take for legal.
  legalComments: 'none',
  logLevel: 'warning',
};

// Bundled CommonJS packages call require(), which an ES module has to make for itself.
const requireBanner = {
  js: "import{createRequire as __make}from'node:module';const require=__make(import.meta.url);",
};

const host = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: path.join(target, 'dist'),
  chunkNames: '[name]-[hash]',
  platform: 'node',
  external: ['vscode'],
  banner: requireBanner,
};

const script = {
  ...scriptBundle,
  minify: isProduction,
  logLevel: 'warning',
  outdir: path.join(target, 'dist'),
};

/** What pages load when they first need it, as files beside them. */
const later = {
  highlight: 'src/webview/markdown/code/highlight.ts',
  math: 'src/webview/markdown/math/math.ts',
  differences: 'src/webview/shared/differences.ts',
};

const keepLaterApart = {
  name: 'keep-later-apart',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(?:${Object.keys(later).join('|')})\\.ts$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/\.ts$/, '.js'), external: true } : undefined,
    );
  },
};

const pages = {
  ...shared,
  // What a page's script shared with others would be asked for only once that script is there.
  splitting: false,
  plugins: [keepLaterApart],
  entryPoints: {
    chat: 'src/webview/chat/main.tsx',
    details: 'src/webview/details/main.tsx',
    run: 'src/webview/run/main.tsx',
    codicon: '@vscode/codicons/dist/codicon.css',
    ...later,
  },
  outdir: path.join(target, 'dist', 'pages'),
  platform: 'browser',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  assetNames: '[name]',
  loader: { '.ttf': 'file' },
};

const tests = {
  ...shared,
  entryPoints: ['test/host/index.ts', 'test/host/**/*.test.ts'],
  outbase: 'test/host',
  outdir: path.join(target, 'out', 'host'),
  platform: 'node',
  minify: false,
  // Mocha is bundled: as an external package it never loads in the extension host of 1.110.
  external: ['vscode'],
  banner: requireBanner,
};

/** What an extension is besides `dist`; an extension in development is a folder too. */
const asTheyAre = [
  ...['package.json', 'package.nls.json', 'l10n', 'media', '.vscodeignore'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docs'],
];

/** `metafiles`: what esbuild says of the bundles. */
async function pack(metafiles) {
  // Loaded here: they take longer than the whole bundling.
  const [{ createVSIX }, { packOptions }, { thirdPartyNotices }] = await Promise.all([
    import('@vscode/vsce'),
    import('./release/packOptions.ts'),
    import('./release/notices/thirdPartyNotices.ts'),
  ]);
  await writeFile(path.join(target, 'ThirdPartyNotices.txt'), await thirdPartyNotices(here, metafiles));
  // The script goes to places where nothing stands beside it.
  const ofScript = metafiles.filter((_, at) => shipped[at] === script);
  const licenses = [await readFile('LICENSE', 'utf8'), await thirdPartyNotices(here, ofScript)].join('\n');
  const file = path.join(script.outdir, 'prompt-set.mjs');
  await appendFile(file, `/*\n${licenses.replaceAll('*/', '* /')}*/\n`);
  await createVSIX({
    cwd: target,
    packagePath: path.join(target, 'hosted-models.vsix'),
    dependencies: false,
    ...(await packOptions(target)),
  });
}

const shipped = [host, script, pages];
// Tests in the host have a bundle of their own, and so its worker beside it.
const builds = flags.tests ? [...shipped, tests, { ...script, outdir: tests.outdir }] : shipped;
if (flags.watch) {
  const contexts = await Promise.all(builds.map((options) => context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  await Promise.all(builds.map(({ outdir }) => rm(outdir, { recursive: true, force: true })));
  if (target !== here) {
    await mkdir(target, { recursive: true });
    for (const name of asTheyAre)
      await cp(path.join(here, name), path.join(target, name), { recursive: true });
  }
  const results = await Promise.all(builds.map((options) => build(options)));
  if (flags.package) await pack(results.slice(0, shipped.length).map(({ metafile }) => metafile));
}
