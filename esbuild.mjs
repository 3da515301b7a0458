// Bundles the extension, its pages and the tests that run inside VS Code.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { rm } from 'node:fs/promises';
import { build, context } from 'esbuild';

const flags = new Set(process.argv.slice(2));
const isProduction = flags.has('--production');

const shared = {
  bundle: true,
  format: 'esm',
  splitting: true,
  target: 'es2024',
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
};

// Bundled CommonJS packages call require(), which an ES module has to make for itself.
const requireBanner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

const host = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  platform: 'node',
  external: ['vscode'],
  banner: requireBanner,
};

/** What pages load when they first need it, as files beside them. */
const later = {
  highlight: 'src/webview/markdown/highlight.ts',
  math: 'src/webview/markdown/math.ts',
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
    codicon: '@vscode/codicons/dist/codicon.css',
    ...later,
  },
  outdir: 'dist/pages',
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
  outdir: 'out/host',
  platform: 'node',
  minify: false,
  // Mocha is bundled: as an external package it never loads in the extension host of 1.110.
  external: ['vscode'],
  banner: requireBanner,
};

const builds = flags.has('--tests') ? [host, pages, tests] : [host, pages];
if (flags.has('--watch')) {
  const contexts = await Promise.all(builds.map((options) => context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  await Promise.all(builds.map(({ outdir }) => rm(outdir, { recursive: true, force: true })));
  await Promise.all(builds.map((options) => build(options)));
}
