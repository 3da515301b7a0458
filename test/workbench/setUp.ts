import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureBrowser } from './ensureBrowser.ts';
import { removeLeftovers } from './installOnce.ts';
import { buildVariable, outFolder, projectRoot } from './places.ts';
import { runProgram } from './program.ts';
import { ensureServer, newest, oldest, type VscodeVersion } from './vscodeServer.ts';

export interface Needs {
  browser?: boolean;
  /** VS Code servers. */
  versions?: readonly VscodeVersion[];
  /** Arguments of `esbuild.mjs`; an empty list builds the extension as developers have it. */
  build?: readonly string[];
}

const builtForTests = { host: ['--tests'], e2e: ['--production', '--package'] };

/** What tests of these kinds find ready, so that none has to wait for a download or a build. */
export const needsOfKinds = {
  page: { browser: true, build: [] },
  host: { browser: true, versions: [oldest, newest], build: builtForTests.host },
  // Runs in a desktop VS Code, which test-electron downloads.
  desktop: { build: builtForTests.host },
  e2e: { browser: true, versions: [newest], build: builtForTests.e2e },
} satisfies Record<string, Needs>;

export type Kind = keyof typeof needsOfKinds;

export function isKind(name: string | undefined): name is Kind {
  return name !== undefined && Object.hasOwn(needsOfKinds, name);
}

/** Joins what they need. There is one build for all, as shipped if any of them needs that. */
export function joinNeeds(all: readonly Needs[]): Needs {
  const builds = all.flatMap(({ build }) => (build ? [build] : []));
  return {
    browser: all.some(({ browser }) => browser),
    versions: [...new Set(all.flatMap(({ versions }) => versions ?? []))],
    ...(builds.length > 0 && { build: [...new Set(builds.flat())] }),
  };
}

/**
 * Gets what a run needs before its first test: the browser, the VS Codes, and a build in its own folder, so that two runs at
 * once don't collide. This process and its children find them through two variables. In a run that is set up, it does
 * nothing. Disposing removes the build.
 */
export async function setUp(needs: Needs): Promise<AsyncDisposable> {
  if (process.env[buildVariable] !== undefined) return { [Symbol.asyncDispose]: async () => undefined };
  if (needs.browser) process.env['CHROMIUM_PATH'] = await ensureBrowser();
  for (const version of needs.versions ?? []) await ensureServer(version);
  const folder = needs.build && (await build(needs.build));
  return {
    async [Symbol.asyncDispose]() {
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function build(flags: readonly string[]): Promise<string> {
  const builds = path.join(outFolder, 'builds');
  await mkdir(builds, { recursive: true });
  await removeLeftovers(builds, 'build');
  const folder = path.join(builds, `build-${process.pid}`);
  const { code, output } = await runProgram(
    process.execPath,
    [path.join(projectRoot, 'esbuild.mjs'), ...flags, '--to', folder],
    { cwd: projectRoot },
  );
  if (code !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The build failed:\n${output}`);
  }
  process.env[buildVariable] = folder;
  // Hundreds of processes of a run load the same code.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(folder, 'compile-cache');
  return folder;
}
