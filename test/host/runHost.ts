// Runs the tests of this folder inside VS Code's extension host, in the oldest version that we support and in the newest.
// Those in `network` run in a host of their own, which starts with other certificates and with a proxy in its environment.
//   node test/host/runHost.ts [--desktop] [--version 1.110.0] [--grep …] [--network or --no-network: only these, or only the others]
// Those in `relay` run only with --upstream http://127.0.0.1:PORT/v1, which `npm run servers` gives.
// With --desktop, and on Windows, test-electron downloads a desktop VS Code; otherwise the server from npm is used.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { buildFolder, projectRoot } from '../workbench/places.ts';
import {
  ensureServer,
  hasVscodeServers,
  isVscodeVersion,
  newest,
  oldest,
} from '../workbench/vscodeServer.ts';
import { prepareNetworkRun } from './networkRun.ts';
import { prepareRelayRun } from './relayRun.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    desktop: { type: 'boolean' },
    version: { type: 'string' },
    grep: { type: 'string' },
    network: { type: 'boolean' },
    upstream: { type: 'string' },
  },
});

const isDesktop = values.desktop ?? !hasVscodeServers();

/** The program to start, and the arguments that precede VS Code's own. */
interface Host {
  name: string;
  executable: string;
  first: string[];
}

async function desktopHost(version: string): Promise<Host> {
  return { name: `desktop ${version}`, executable: await downloadAndUnzipVSCode(version), first: [] };
}

async function serverHost(version: string): Promise<Host> {
  if (!isVscodeVersion(version))
    throw new Error(`There is no VS Code server ${version}; see vscodeServer.ts.`);
  await ensureServer(version);
  const driver = path.join(projectRoot, 'test', 'workbench', 'executable.ts');
  // Node itself is the executable, which saves a launcher script per system.
  return {
    name: `server ${version}`,
    executable: process.execPath,
    first: [driver, `--server-version=${version}`],
  };
}

async function runIn(host: Host, isNetwork: boolean): Promise<boolean> {
  console.log(`\nVS Code ${host.name}${isNetwork ? ', with a network of its own' : ''}`);
  // Short, because a desktop VS Code on macOS creates a socket in it, whose path may have at most 103 characters.
  const folder = await mkdtemp(path.join(tmpdir(), 'hm-'));
  const workspace = path.join(folder, 'workspace');
  await mkdir(workspace);
  const userFolder = path.join(folder, 'user');
  const profile = [`--user-data-dir=${userFolder}`, `--extensions-dir=${path.join(folder, 'ext')}`];
  try {
    await runTests({
      vscodeExecutablePath: host.executable,
      extensionDevelopmentPath: buildFolder(),
      extensionTestsPath: path.join(buildFolder(), 'out', 'host', 'index.js'),
      extensionTestsEnv: {
        TEST_FOLDER: folder,
        ...(values.grep !== undefined && { TEST_GREP: values.grep }),
        ...(isNetwork && (await prepareNetworkRun(folder, userFolder))),
        ...(values.upstream !== undefined && prepareRelayRun(values.upstream)),
      },
      launchArgs: [...host.first, workspace, ...profile],
    });
    return true;
  } catch (error) {
    console.error(`VS Code ${host.name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const versions = values.version ? [values.version] : isDesktop ? [oldest, 'stable'] : [oldest, newest];
const isOnly = values.network ?? (values.upstream === undefined ? undefined : false);
const networks = isOnly === undefined ? [false, true] : [isOnly];
let failed = 0;
for (const version of versions) {
  const host = await (isDesktop ? desktopHost(version) : serverHost(version));
  for (const isNetwork of networks) if (!(await runIn(host, isNetwork))) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
