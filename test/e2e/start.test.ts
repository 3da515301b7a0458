import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { launchBrowser } from '../workbench/browser.ts';
import { Driver } from '../workbench/driver.ts';
import { buildFolder, projectRoot } from '../workbench/places.ts';

const script = path.join(projectRoot, 'test', 'workbench', 'start.ts');

describe('npm start', () => {
  let child: ChildProcess | undefined;

  function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const started = spawn(process.execPath, [script, ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    return started;
  }

  async function line(from: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
    assert.ok(from.stdout);
    for await (const text of createInterface({ input: from.stdout })) {
      const found = pattern.exec(text);
      if (found) return found;
    }
    throw new Error(`It ended without a line like ${String(pattern)}.`);
  }

  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
  });

  it('prints the address of a workbench that lists the samples', async () => {
    const started = start(['--browser', '--no-open']);
    const [, address = ''] = await line(started, /^VS Code: (http:\S+)/u);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const driver = new Driver(page);
      await driver.ready();
      await driver.openContainer('Hosted Models');
      await driver.treeItem('LoRAs, 30', 'Models').waitFor();
      await driver.view('Models').getByText('Sample service').waitFor();
    } finally {
      await browser.close();
    }
  });

  it('gives an installed desktop VS Code the extension and the connection', async function () {
    // A stand-in for `code`; a shell script would not run on Windows.
    if (process.platform === 'win32') this.skip();
    const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-code-'));
    try {
      const code = path.join(folder, 'code');
      const seen = path.join(folder, 'seen.json');
      const body = `#!${process.execPath}
if (process.argv[2] === '--version') console.log('1.139.1');
else require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify({
  args: process.argv.slice(2), url: process.env.HOSTED_MODELS_BASE_URL, key: process.env.HOSTED_MODELS_API_KEY,
}));
`;
      await writeFile(code, body);
      await chmod(code, 0o755);
      const started = start([], { PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` });
      const [, url] = await line(started, /^Local service: (http:\S+)/u);
      if (started.exitCode === null) await once(started, 'exit');
      const { args, ...connection } = JSON.parse(await readFile(seen, 'utf8')) as { args: string[] };
      assert.ok(args.includes(`--extensionDevelopmentPath=${buildFolder()}`), args.join(' '));
      assert.deepEqual(connection, { url, key: 'sample-key' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
