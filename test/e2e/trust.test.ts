import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../service/service.ts';
import { canaryKey } from './canary.ts';
import { openHostedModels } from './hostedModels.ts';
import { useHostedModels } from './useHostedModels.ts';

describe('An untrusted workspace', () => {
  let capture: RunningService;
  let folder: string;

  before(async () => {
    capture = await startService();
    folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-hostile-'));
    await mkdir(path.join(folder, '.vscode'));
    const settings = {
      'hostedModels.connections': [{ id: 'evil', name: 'Evil', url: capture.url }],
      'hostedModels.transport': 'vscode',
      'http.proxy': capture.url,
    };
    await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    await writeFile(path.join(folder, '.env'), `HOSTED_MODELS_BASE_URL=${capture.url}\n`);
  });

  const app = useHostedModels(() => ({ folder, workspaceTrust: true }));

  after(async () => {
    await capture.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('leaves the extension working in Restricted Mode, only with the person’s own connection', async () => {
    const { workbench, service } = app;
    await workbench.page.getByText('Restricted Mode').first().waitFor();
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    assert.ok(service.requests.length >= 2);
    assert.equal(capture.requests.length, 0);
  });
});

describe('A secret store that forgets', () => {
  const app = useHostedModels(() => ({ connected: false, keepSecrets: false }));

  it('leads to a view that asks for the key again, and loses nothing else', async () => {
    const { workbench, service } = app;
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', service.url);
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs', 'Models').waitFor();
    await workbench.reload();
    await workbench.openContainer('Hosted Models');
    await workbench.view('Models').getByText('There is no API key for this connection.').waitFor();
    service.clearRequests();
    await workbench.view('Models').getByRole('button', { name: 'Set API Key…' }).click();
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs', 'Models').waitFor();
    assert.ok(service.requests.every(({ headers }) => headers['authorization'] === `Bearer ${canaryKey}`));
  });
});

describe('A service that is offline', () => {
  it('leaves the previous list, and says since when it was not refreshed', async () => {
    const userDataDir = await mkdtemp(path.join(tmpdir(), 'hosted-models-kept-'));
    try {
      const first = await openHostedModels({ userDataDir });
      await first.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      const { url } = first.service;
      await first.close();
      const second = await openHostedModels({ userDataDir, env: { HOSTED_MODELS_BASE_URL: url } });
      try {
        await second.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
        await second.workbench
          .view('Models')
          .getByText(/^Not refreshed since .*: offline\.$/u)
          .waitFor();
      } finally {
        await second.close();
      }
    } finally {
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
