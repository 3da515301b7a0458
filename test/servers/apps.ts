import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createUndiciTransport } from '../../src/api/index.ts';
import { freePort } from '../service/network/listening.ts';
import { startService } from '../service/service.ts';
import { linkPackages } from '../workbench/linkedPackages.ts';
import { comparePromptfoo, promptfooVersion } from './promptfoo.ts';
import { compareCalls } from './promptfooCalls.ts';
import { compareConfigs } from './promptfooConfigs.ts';
import { compareRuns } from './promptfooRun.ts';
import { findProgram, type Started, startServer, versionOf } from './software.ts';
import { chatAfterIdling, type Outcomes, takeSteps } from './steps.ts';
import { missingVscode, tryVscodeChat, vscodeVersions } from './vscodeChat.ts';

const folder = path.join(import.meta.dirname, 'apps');

/** A server that only answers chats, made with somebody else's framework. */
export interface App {
  name: string;
  /** True if it comes from npm, see `setUpApps`. */
  isPackage: boolean;
  version(): string;
  /** Why it can't be run here. */
  missing(): string | undefined;
  run(): Promise<Outcomes | string>;
}

/** Installs the packages of the apps. Resolves with a reason if that is not possible. */
export async function setUpApps(): Promise<string | undefined> {
  try {
    await linkPackages(folder, 'servers', 'servers to try the client against (aimock, fastify, hono, 60 MB)');
    return undefined;
  } catch (error) {
    return `not installed: ${error instanceof Error ? error.message : error}`;
  }
}

const strictByNode = (name: string, file: string, packageName: string): App => ({
  name,
  isPackage: true,
  version: () => packageVersion(packageName),
  missing: () => undefined,
  run: () =>
    withServer(
      (port) => startServer(process.execPath, () => [path.join(folder, file), String(port)], port),
      tryStrict,
    ),
});

/** The reference service relays to it: aimock has OpenAI's paths. */
const aimock = (name: string, tryRelayed: (upstream: string) => Promise<Outcomes>): App => ({
  ...strictByNode(name, 'aimock.mjs', '@copilotkit/aimock'),
  run: () =>
    withServer(
      (port) => startServer(process.execPath, () => [path.join(folder, 'aimock.mjs'), String(port)], port),
      (port) => tryRelayed(`http://127.0.0.1:${port}/v1`),
    ),
});

export const apps: readonly App[] = [
  {
    name: 'FastAPI, uvicorn',
    isPackage: false,
    version: () => `${pythonVersion('fastapi')}, pydantic ${pythonVersion('pydantic')}`,
    missing: () =>
      findProgram('uvicorn') === undefined || pythonVersion('fastapi') === '?' ? 'not installed' : undefined,
    run: () =>
      withServer(
        (port) =>
          startServer(
            findProgram('uvicorn') ?? 'uvicorn',
            () => [
              ...['strict:app', '--app-dir', folder, '--port', String(port)],
              ...['--log-level', 'error', '--timeout-keep-alive', '2'],
            ],
            port,
          ),
        async (port) => ({
          ...(await tryStrict(port)),
          'after 2 s idle': await chatAfterIdling(`http://127.0.0.1:${port}`, createUndiciTransport),
        }),
      ),
  },
  strictByNode('Fastify, Ajv', 'fastify.mjs', 'fastify'),
  strictByNode('hono, zod', 'hono.mjs', 'hono'),
  aimock('aimock', async (upstream) => {
    const service = await startService({ upstream, upstreamModel: 'gpt-4o' });
    try {
      const { chat = '' } = await takeSteps({ url: service.url, transport: await createUndiciTransport() });
      return { chat };
    } finally {
      await service.close();
    }
  }),
  {
    ...aimock("aimock, from VS Code's chat", tryVscodeChat),
    version: () => `${packageVersion('@copilotkit/aimock')}, ${vscodeVersions}`,
    missing: missingVscode,
  },
  {
    name: 'promptfoo, its checks and ours',
    isPackage: false,
    version: promptfooVersion,
    missing: () => (promptfooVersion() === '' ? 'not installed' : undefined),
    run: async () => `${await comparePromptfoo()}; ${await compareCalls()}; ${await compareConfigs()}`,
  },
  {
    name: 'promptfoo, its run and ours',
    isPackage: false,
    version: promptfooVersion,
    missing: () => (promptfooVersion() === '' ? 'not installed' : undefined),
    run: compareRuns,
  },
];

async function tryStrict(port: number): Promise<Outcomes> {
  return takeSteps({ url: `http://127.0.0.1:${port}`, transport: await createUndiciTransport() });
}

async function withServer(
  start: (port: number) => Promise<Started>,
  run: (port: number) => Promise<Outcomes>,
): Promise<Outcomes> {
  const port = await freePort();
  const running = await start(port);
  try {
    return await run(port);
  } finally {
    await running.close();
  }
}

function packageVersion(name: string): string {
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'),
    );
    return String(Reflect.get(Object(manifest), 'version'));
  } catch {
    return '';
  }
}

/** Returns the version of a module of Debian's own Python, which runs Debian's uvicorn, too. */
function pythonVersion(name: string): string {
  return versionOf('/usr/bin/python3', [
    '-c',
    `import ${name}; print(getattr(${name}, "VERSION", None) or ${name}.__version__)`,
  ]);
}
