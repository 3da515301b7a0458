import path from 'node:path';
import type { BuildOptions } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs prompt sets without VS Code, on Node 20 and newer: one file, and the thread that the extension and it have read sets, check answers
 * and compute verdicts, which is found by its name.
 */
export const scriptBundle = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  entryPoints: { 'prompt-set': 'src/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  // The same code as modules, of which only what is used is taken.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
} satisfies BuildOptions;
