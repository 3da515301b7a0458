// `npm start`: the local service and a VS Code connected to it.
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments, type ServiceArguments, usage } from '../service/arguments.ts';
import { type RunningService, startService } from '../service/service.ts';
import { endChild, onInterrupt, startChild } from './childProcess.ts';
import { type DesktopVscode, findDesktop, isNewEnough, isWsl, wslHint } from './desktop.ts';
import { runNpm } from './npm.ts';
import { openAddress } from './openAddress.ts';
import { buildFolder, packedExtension, projectRoot, vscodeCache } from './places.ts';
import { startServer } from './serverProcess.ts';
import { changeSettings } from './userSettings.ts';
import { hasVscodeServers, newest, oldest } from './vscodeServer.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const help = `Starts a VS Code with the extension, connected to the local service.

  npm start -- [options]

  --browser                VS Code in the browser, also where a desktop VS Code is installed
  --no-open                only print the browser's address

The service takes the options of "npm run service":
${usage.slice(usage.indexOf('  --port'))}`;

const welcome = `# Try Hosted Models

Open **Hosted Models** in the activity bar. It lists the sample models of the local service.

1. **Chat**: select the speech bubble on a model's row, such as *support-tone-v7*, and ask it something.
2. **Compare**: right-click a LoRA and choose **Compare with Base**. Check **Blind** to vote before you know which is which.
3. **Use it in VS Code's chat**: right-click a model and choose **Add to VS Code's Chat**. Then open the chat, and choose the model in its
   list. Without a GitHub account, first run **Chat: Manage Language Models**, choose *Add Models* › *Hosted Models*, and press Enter.
4. **Look closer**: the row's second icon shows the details of a model. Its context menu can send a test request or copy a request as code.
5. **Run a prompt set**: right-click *prompt-sets/support.jsonl* in the Explorer and choose **Run Prompt Set…**. Select
   *support-tone-v7*, whose base is added, and then **Run**. The sample models answer these prompts right or wrong, LoRAs right more often.
   The other two sets are for real models.
6. **Clean up**: choose **Clean Up LoRAs…** in the menu of the Models view. The samples are back after the next start.

What you ask is answered with sample texts. \`npm start -- --upstream http://127.0.0.1:8080/v1\` passes it on to a model of yours.
`;

const next =
  'Next: open Hosted Models in the activity bar and select Chat on a row. README.md there shows more.';

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
  const samples = path.join(projectRoot, 'docs/prompt-sets');
  await cp(samples, path.join(folder, 'prompt-sets'), { recursive: true });
  return folder;
}

/** Where the extension finds the key of the connection that has this base URL. */
function environment({ url, keys }: RunningService): Record<string, string> {
  // Without a key, the kind of a server is not looked for; one that wants none takes any.
  const [key = 'any'] = keys;
  return { HOSTED_MODELS_BASE_URL: url, HOSTED_MODELS_API_KEY: key };
}

/**
 * Writes the connection to the service into the user's settings, and keeps the others. Its id is the same at every start, so that
 * its chats are there again.
 */
async function connect(userFolder: string, { url }: RunningService): Promise<void> {
  const file = path.join(userFolder, 'User', 'settings.json');
  await changeSettings(file, (kept) => {
    const others = [kept['hostedModels.connections'] ?? []]
      .flat()
      .filter((one) => Object(one).id !== 'sample');
    const sample = { id: 'sample', name: 'Sample service', url };
    return { 'hostedModels.connections': [sample, ...others], ...showReadme(kept) };
  });
}

/** Opens the workspace's README, unless the person wants something else. */
function showReadme(kept: object): Record<string, unknown> {
  return 'workbench.startupEditor' in kept ? {} : { 'workbench.startupEditor': 'readme' };
}

async function openDesktop(
  desktop: DesktopVscode,
  service: RunningService,
  workspace: string,
): Promise<void> {
  await build('build');
  const data = path.join(dataFolder, 'desktop');
  await connect(path.join(data, 'user'), service);
  const args = [
    ...desktop.first,
    workspace,
    `--extensionDevelopmentPath=${buildFolder()}`,
    `--user-data-dir=${path.join(data, 'user')}`,
    `--extensions-dir=${path.join(data, 'extensions')}`,
    '--new-window',
    '--disable-workspace-trust',
  ];
  const isBatch = /\.(cmd|bat)$/i.test(desktop.executable);
  const quote = (text: string): string => (isBatch ? `"${text}"` : text);
  const child = startChild(quote(desktop.executable), args.map(quote), {
    env: { ...process.env, ...environment(service) },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isBatch,
  });
  ends.push(() => endChild(child));
  console.log(`VS Code: ${desktop.executable} (close it, or press Ctrl+C here, to end)`);
  console.log(next);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code) console.error(`VS Code ended with code ${code}. "npm start -- --browser" needs no desktop.`);
  await endAll();
}

async function openBrowser(service: RunningService, workspace: string, isOpened: boolean): Promise<void> {
  // Packed and installed: with an extension in development, the browser's VS Code shows no notifications.
  await build('package');
  const data = path.join(dataFolder, 'browser');
  await connect(path.join(data, 'data'), service);
  const server = await startServer({
    version: newest,
    userDataDir: data,
    vsix: packedExtension(),
    env: environment(service),
  });
  ends.push(() => server.close());
  const address = workbenchUrl(server.authority, workspace);
  console.log(`VS Code: ${address}  (Ctrl+C ends it)`);
  console.log(next);
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
  if (!hasVscodeServers())
    throw new Error(
      `Install VS Code ${oldest} or newer, or set VSCODE_EXECUTABLE to one. There is none for the browser on this system.`,
    );
  if (isWsl()) console.log(wslHint);
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
