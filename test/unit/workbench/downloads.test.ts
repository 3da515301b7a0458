import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from '../../workbench/ensureBrowser.ts';
import { failureOf, installPackages } from '../../workbench/npm.ts';
import { bytesBelow, Progress } from '../../workbench/progress.ts';

describe('A download', function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;
  let server: Server | undefined;
  const outer = { ...process.env };

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'hosted-models-download-'));
    folder = path.join(root, 'project');
    await mkdir(folder);
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  });
  afterEach(async () => {
    process.env = { ...outer };
    server?.closeAllConnections();
    server?.close();
    server = undefined;
    await rm(root, { recursive: true, force: true });
  });

  /** Makes npm use a local registry with these answers, and an empty cache. Returns the registry's URL. */
  async function useRegistry(answer: RequestListener): Promise<string> {
    const started = createServer(answer);
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
    process.env['npm_config_registry'] = url;
    process.env['npm_config_cache'] = path.join(root, 'cache');
    return url;
  }

  it("fails if its registry doesn't answer for too long", async () => {
    await useRegistry(() => undefined);
    await assert.rejects(installPackages(['install', 'thing@1.0.0'], folder, 2000), {
      message: 'npm has brought nothing for 2 s',
    });
  });

  it('fails if it stalls halfway', async () => {
    const sent: string[] = [];
    const url = await useRegistry((request, response) => {
      sent.push(String(request.url));
      if (request.url === '/thing') {
        const dist = { tarball: `${url}/thing.tgz`, integrity: 'sha512-AAAA' };
        const version = { name: 'thing', version: '1.0.0', dist };
        response.end(JSON.stringify({ name: 'thing', versions: { '1.0.0': version }, 'dist-tags': {} }));
        return;
      }
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1000));
    });
    // Long enough for npm to get this far even on a busy machine.
    await assert.rejects(installPackages(['install', 'thing@1.0.0'], folder, 4000), {
      message: 'npm has brought nothing for 4 s',
    });
    assert.deepEqual(sent, ['/thing', '/thing.tgz']);
  });

  it("reports npm's reason for a failure", async () => {
    await useRegistry((_, response) => {
      response.writeHead(404).end('{}');
    });
    await assert.rejects(
      installPackages(['install', 'thing@1.0.0'], folder),
      /^Error: 404 Not Found.*thing/u,
    );
  });

  it("fails if npm couldn't write a file, although npm only warns", () => {
    const output = [
      'npm http fetch GET 200 https://registry.npmjs.org/thing 3ms (cache updated)',
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
      '',
      'added 19 packages in 2s',
    ].join('\n');
    assert.equal(
      failureOf({ code: 0, output, hasStalled: false }, 30_000),
      'ENOSPC: no space left on device, write',
    );
    const whole = output.replaceAll('npm warn tar TAR_ENTRY_ERROR', 'npm warn deprecated');
    assert.equal(failureOf({ code: 0, output: whole, hasStalled: false }, 30_000), undefined);
  });

  it('continues as long as another line or byte comes', async () => {
    const progress = new Progress(30_000, 0);
    assert.equal(progress.hasStalled(0, 29_999), false);
    assert.equal(progress.hasStalled(1, 30_000), false);
    assert.equal(progress.hasStalled(1, 59_999), false);
    progress.move(59_999);
    assert.equal(progress.hasStalled(1, 89_998), false);
    assert.equal(progress.hasStalled(1, 89_999), true);
    await mkdir(path.join(folder, 'deep', 'down'), { recursive: true });
    await writeFile(path.join(folder, 'deep', 'down', 'file'), 'four');
    assert.equal(await bytesBelow(folder), '{ "private": true }\n'.length + 4);
    assert.equal(await bytesBelow(path.join(folder, 'gone')), 0);
  });
});

describe('Getting a browser', () => {
  const none = () => undefined;
  const fails = (reason: string) => () => Promise.reject(new Error(reason));

  it('downloads nothing if one is installed', async () => {
    const file = await ensureBrowser(() => '/usr/bin/chromium', [fails('asked')]);
    assert.equal(file, '/usr/bin/chromium');
  });

  it('tries one way after the other', async () => {
    const second = () => Promise.resolve('/cache/chrome');
    const third = fails('asked');
    assert.equal(await ensureBrowser(none, [fails('The first failed.'), second, third]), '/cache/chrome');
  });

  it('explains why there is none, and what to do', async () => {
    await assert.rejects(ensureBrowser(none, [fails('The first failed.'), fails('The second failed.')]), {
      message:
        'No browser is installed, and none could be downloaded. The first failed. The second failed. ' +
        'Install Chromium, Chrome or Edge, or name one in the variable CHROMIUM_PATH.',
    });
  });
});
