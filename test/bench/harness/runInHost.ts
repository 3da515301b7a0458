import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { buildFolder, outFolder, projectRoot } from '../../workbench/places.ts';
import { ensureServer, newest } from '../../workbench/vscodeServer.ts';
import { type HostPlace, taskVariable } from './hostPlace.ts';

/**
 * Measures in the extension host of the newest VS Code that the tests know. `code` is the folder of a measurement's `inHost`, whose
 * `run` VS Code calls; it reads its task from `taskVariable`.
 */
export async function runInHost<Task extends HostPlace, Result>(
  code: string,
  task: Omit<Task, 'resultFile'> & Omit<HostPlace, 'resultFile'>,
): Promise<Result> {
  await ensureServer(newest);
  const folder = await mkdtemp(path.join(tmpdir(), 'hm-'));
  const workspace = path.join(folder, 'workspace');
  const resultFile = path.join(folder, 'times.json');
  await mkdir(workspace);
  try {
    await runTests({
      // Node itself is the executable, as in `test/host/runHost.ts`.
      vscodeExecutablePath: process.execPath,
      extensionDevelopmentPath: buildFolder(),
      extensionTestsPath: await bundle(code),
      extensionTestsEnv: {
        [taskVariable]: JSON.stringify({ ...task, resultFile } satisfies HostPlace),
        HOSTED_MODELS_BASE_URL: task.url,
        HOSTED_MODELS_API_KEY: task.apiKey,
      },
      launchArgs: [
        path.join(projectRoot, 'test', 'workbench', 'executable.ts'),
        `--server-version=${newest}`,
        workspace,
        `--user-data-dir=${path.join(folder, 'user')}`,
      ],
    });
    return JSON.parse(await readFile(resultFile, 'utf8')) as Result;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The measuring code with the extension's sources, minified like the extension. */
async function bundle(code: string): Promise<string> {
  const outdir = path.join(outFolder, 'bench', path.basename(code));
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [path.join(code, 'inHost', 'index.ts')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    minify: true,
    external: ['vscode'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.js');
}
