import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDesktop } from '../../workbench/desktop.ts';
import { useFolder } from '../core/fixtures.ts';

describe('A desktop VS Code', () => {
  const folder = useFolder();
  const place = async (...files: string[]) => {
    for (const file of files) {
      await mkdir(path.dirname(path.join(folder(), file)), { recursive: true });
      await writeFile(path.join(folder(), file), file.endsWith('.json') ? '{"version":"1.120.0"}' : '');
    }
  };

  it('is found where macOS has it, without a command on the path', async () => {
    const app = 'Applications/Visual Studio Code.app/Contents';
    await place(`${app}/Resources/app/bin/code`, `${app}/Resources/app/package.json`, `${app}/MacOS/Code`);
    const found = findDesktop({ platform: 'darwin', env: { HOME: folder(), PATH: '' } });
    assert.deepEqual(found, {
      executable: path.join(folder(), app, 'MacOS/Code'),
      first: [],
      version: '1.120.0',
    });
  });

  it('is found where Windows has it', async () => {
    const app = 'Programs/Microsoft VS Code';
    await place(`${app}/bin/code.cmd`, `${app}/resources/app/package.json`, `${app}/Code.exe`);
    const found = findDesktop({ platform: 'win32', env: { LOCALAPPDATA: folder(), PATH: '' } });
    assert.equal(found?.executable, path.join(folder(), app, 'Code.exe'));
  });

  it('is not that of Windows under WSL, unless it is named', async () => {
    await place('bin/code');
    const env = { PATH: path.join(folder(), 'bin'), WSL_DISTRO_NAME: 'Debian' };
    assert.equal(findDesktop({ platform: 'linux', env }), undefined);
    const named = findDesktop({ platform: 'linux', env: { ...env, VSCODE_EXECUTABLE: '/opt/code' } });
    assert.equal(named?.executable, '/opt/code');
  });
});
