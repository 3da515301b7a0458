// `npm start`: the local service and a VS Code connected to it.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments, type ServiceArguments, usage } from '../service/arguments.ts';
import { type RunningService, startService } from '../service/service.ts';
import { endChild, onInterrupt, startChild } from './childProcess.ts';
import { type DesktopVscode, findDesktop, isNewEnough } from './desktop.ts';
import { runNpm } from './npm.ts';
import { openAddress } from './openAddress.ts';
import { buildFolder, packedExtension, projectRoot, vscodeCache } from './places.ts';
import { startServer } from './serverProcess.ts';
import { newest, oldest } from './vscodeServer.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const help = `Starts a VS Code with the extension, connected to the local service.

  npm start -- [options]

  --browser                VS Code in the browser, also where a desktop VS Code is installed
  --no-open                only print the browser's address

The service takes the options of "npm run service":
${usage.slice(usage.indexOf('  --port'))}`;

const welcome = `# Hosted Models

Open **Hosted Models** in the activity bar: it lists the sample models of the local service.

- Chat: the speech bubble on a model's row.
- Details: the row's second icon.
- Delete: the row's context menu.
`;

/** Each form of VS Code keeps its own data here, so that the chats of the last start are there again. */
const dataFolder = path.join(vscodeCache, 'start');

/** Ends what has been started; run in reverse order. */
const ends: (() => Promise<void>)[] = [];

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

/** Test runs use their own build. */
async function build(script: 'build' | 'package'): Promise<void> {
  if (buildFolder() !== projectRoot) return;
  const { code, output } = await runNpm(['run', '--silent', script], { cwd: projectRoot });
  if (code !== 0) throw new Error(`npm run ${script} failed:\n${output}`);
}

async function makeWorkspace(): Promise<string> {
  const folder = path.join(dataFolder, 'workspace');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'README.md'), welcome);
  return folder;
}

/** The extension uses these two as its connection when it has no other. */
function connection(service: RunningService): Record<string, string> {
  const [key = ''] = service.keys;
  return { HOSTED_MODELS_BASE_URL: service.url, HOSTED_MODELS_API_KEY: key };
}

async function openDesktop(
  desktop: DesktopVscode,
  service: RunningService,
  workspace: string,
): Promise<void> {
  await build('build');
  const data = path.join(dataFolder, 'desktop');
  const args = [
    ...desktop.first,
    workspace,
    `--extensionDevelopmentPath=${buildFolder()}`,
    `--user-data-dir=${path.join(data, 'user')}`,
    `--extensions-dir=${path.join(data, 'extensions')}`,
    '--new-window',
    '--skip-welcome',
    '--disable-workspace-trust',
  ];
  const isBatch = /\.(cmd|bat)$/i.test(desktop.executable);
  const quote = (text: string): string => (isBatch ? `"${text}"` : text);
  const child = startChild(quote(desktop.executable), args.map(quote), {
    env: { ...process.env, ...connection(service) },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isBatch,
  });
  ends.push(() => endChild(child));
  console.log(`VS Code: ${desktop.executable} (close it, or press Ctrl+C here, to end)`);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code) console.error(`VS Code ended with code ${code}. "npm start -- --browser" needs no desktop.`);
  await endAll();
}

async function openBrowser(service: RunningService, workspace: string, isOpened: boolean): Promise<void> {
  // Packed and installed: with an extension in development, the browser's VS Code shows no notifications.
  await build('package');
  const server = await startServer({
    version: newest,
    userDataDir: path.join(dataFolder, 'browser'),
    vsix: packedExtension(),
    userSettings: { 'workbench.startupEditor': 'readme' },
    env: connection(service),
  });
  ends.push(() => server.close());
  const address = workbenchUrl(server.authority, workspace);
  console.log(`VS Code: ${address}  (Ctrl+C ends it)`);
  if (isOpened) openAddress(address);
}

async function start(given: ServiceArguments, flags: ReadonlySet<string>): Promise<void> {
  onInterrupt(endAll);
  const log = (line: string): void => console.log(line);
  const service = await startService(given.isVerbose ? { ...given.service, log } : given.service);
  ends.push(() => service.close());
  console.log(`Local service: ${service.url}`);
  const workspace = await makeWorkspace();
  const desktop = flags.has('--browser') ? undefined : findDesktop();
  if (desktop && isNewEnough(desktop, oldest)) {
    await openDesktop(desktop, service, workspace);
    return;
  }
  if (desktop) console.log(`The installed VS Code ${desktop.version} is older than ${oldest}.`);
  await openBrowser(service, workspace, !flags.has('--no-open') && !process.env['CI']);
}

const own = ['--browser', '--no-open'];
const given = process.argv.slice(2);
try {
  const service = readArguments(
    given.filter((argument) => !own.includes(argument)),
    process.env,
  );
  if (service.isHelp) console.log(help);
  else await start(service, new Set(given));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await endAll();
  process.exitCode = 1;
}
