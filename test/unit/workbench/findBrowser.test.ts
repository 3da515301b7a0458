import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, type System } from '../../workbench/findBrowser.ts';

describe('The browser of the tests', () => {
  if (process.platform === 'win32') return;
  let root: string;
  let system: System;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'hosted-models-browsers-'));
    system = { platform: 'linux', env: { PATH: [path.join(root, 'one'), path.join(root, 'two')].join(':') } };
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** Creates a program that exits with this code, whatever its arguments. */
  async function program(name: string, code = 0): Promise<string> {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\nexit ${code}\n`);
    await chmod(file, 0o755);
    return file;
  }

  it('is the one that CHROMIUM_PATH names, whatever is installed', async () => {
    await program('one/chromium');
    const named = await program('elsewhere/my-chrome');
    assert.equal(findBrowser({ ...system, env: { ...system.env, CHROMIUM_PATH: named } }, []), named);
  });

  it('is never another one if CHROMIUM_PATH names a missing one', () => {
    assert.throws(
      () => findBrowser({ ...system, env: { CHROMIUM_PATH: '/no/such/chrome' } }, []),
      /^Error: CHROMIUM_PATH names \/no\/such\/chrome, which is not there\.$/u,
    );
  });

  it('is a headless shell rather than a full browser, in any folder of PATH', async () => {
    await program('one/chromium');
    const shell = await program('two/chromium-headless-shell');
    assert.equal(findBrowser(system, []), shell);
  });

  it('is an installed one rather than one that the tests have downloaded', async () => {
    const own = await program('own/chrome');
    assert.equal(findBrowser(system, [own]), own);
    const installed = await program('two/google-chrome');
    assert.equal(findBrowser(system, [own]), installed);
  });

  it('is one that starts', async () => {
    await program('one/chromium-browser', 1);
    const chrome = await program('two/google-chrome');
    assert.equal(findBrowser(system, []), chrome);
  });

  it('is undefined if there is none', () => {
    assert.equal(findBrowser(system, [path.join(root, 'own/chrome')]), undefined);
    assert.equal(findBrowser({ platform: 'win32', env: { LOCALAPPDATA: root } }, []), undefined);
  });

  it('is found in the usual place on Windows', async () => {
    const edge = await program('Microsoft/Edge/Application/msedge.exe');
    assert.equal(findBrowser({ platform: 'win32', env: { LOCALAPPDATA: root } }, []), edge);
  });
});
