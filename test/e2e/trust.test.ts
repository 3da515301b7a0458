import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../service/service.ts';
import { canaryKey } from './canary.ts';
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

  const app = useHostedModels(() => ({
    folder,
    workspaceTrust: true,
    connected: false,
    keepSecrets: false,
  }));

  after(async () => {
    await capture.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('leaves the extension working in Restricted Mode, only with the person’s own connection', async () => {
    const { workbench, service } = app;
    await workbench.page.getByText('Restricted Mode').first().waitFor();
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', service.url);
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    assert.ok(service.requests.length >= 2);
    assert.equal(capture.requests.length, 0);
  });

  it('with a secret storage that forgets leads to a view that asks for the key again, and loses nothing else', async () => {
    const { workbench, service } = app;
    await workbench.reload();
    await workbench.openContainer('Hosted Models');
    await workbench.view('Models').getByText('There is no API key for this connection.').waitFor();
    service.clearRequests();
    await workbench.view('Models').getByRole('button', { name: 'Set API Key…' }).click();
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs', 'Models').waitFor();
    assert.ok(service.requests.every(({ headers }) => headers['authorization'] === `Bearer ${canaryKey}`));
    assert.equal(capture.requests.length, 0);
  });
});
