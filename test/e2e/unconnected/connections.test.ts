import assert from 'node:assert/strict';
import { canaryKey, filesWithCanary } from '../canary.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** The life of one connection, in order. */
describe('A connection in the workbench', () => {
  const app = useSharedHostedModels({ connected: false });

  const connectionMenu = (command: string) => app.workbench.viewMenu('Models', 'Connection', command);

  it('can be saved with a key that is refused, and then leads to help and asks for another one', async () => {
    const { workbench, service } = app;
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', service.url);
    await workbench.answer('API key', 'wrong');
    await workbench.quickInputSaying('refused this key (401)').waitFor();
    await workbench.page.locator('.quick-input-widget').getByRole('button', { name: 'Save Anyway' }).click();
    await workbench.view('Models').getByText('The service refused the API key (401).').waitFor();
    await workbench.view('Models').getByText('Troubleshooting', { exact: true }).click();
    await workbench.webview('h1:has-text("Troubleshooting")');
    await workbench.view('Models').getByRole('button', { name: 'Set API Key…' }).click();
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('sends further headers, whose values can’t be read anywhere', async () => {
    const { workbench, service } = app;
    await connectionMenu('Set Headers…');
    await workbench.pick('Add Header…');
    await workbench.answer('Name of the header', 'X-Gateway-Key');
    await workbench.answer('Value of X-Gateway-Key', `${canaryKey}-gateway`);
    const row = workbench.pickItem('X-Gateway-Key');
    await row.waitFor();
    assert.doesNotMatch(await row.innerText(), /canary/u);
    // As a tree's refresh does that ends just then. A row that can be clicked afterward shows that the list has stayed.
    await workbench.page.locator('.part.activitybar [role=tab]').first().focus();
    await workbench.pick('Add Header…');
    await workbench.quickInputSaying('Name of the header').waitFor();
    await workbench.page.keyboard.press('Escape');
    await row.waitFor();
    const asked = service.nextRequest(({ headers }) => headers['x-gateway-key'] !== undefined);
    await workbench.page.keyboard.press('Escape');
    assert.equal((await asked).headers['x-gateway-key'], `${canaryKey}-gateway`);
    assert.deepEqual(await filesWithCanary(workbench.userDataDir), []);
  });

  it('stays expanded as it was when another one is added, which is then in sight, named, renamed and removed', async () => {
    const { workbench, service } = app;
    const row = (name: string, isExpanded: boolean) =>
      workbench
        .treeItem(name, 'Models')
        .and(workbench.page.locator(`[aria-expanded=${isExpanded}]`))
        .first();
    const { host } = new URL(service.url);
    await workbench.collapse(workbench.treeItem('LoRAs', 'Models'));
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', service.url.replace('127.0.0.1', 'localhost'));
    await workbench.answer('API key', canaryKey);
    await workbench.answer(/^Name for localhost/u, 'Acme staging');
    await workbench.notification('Connected to Acme staging: 30 LoRAs, 8 base models').waitFor();
    await row(host, true).waitFor();
    await row('LoRAs', false).waitFor();
    await row('Base models', true).waitFor();
    const added = row('Acme staging, 38 models', true);
    await added.and(workbench.page.locator('.focused[aria-selected=true]')).waitFor();
    await workbench.contextMenu(workbench.treeItem('Acme staging', 'Models'), 'Rename…');
    await workbench.answer(/^Name for/u, 'Acme research');
    await row('Acme research, 38 models', true).waitFor();
    await row(host, true).waitFor();
    await row('LoRAs', false).waitFor();
    await workbench.contextMenu(workbench.treeItem('Acme research', 'Models'), 'Remove Connection…');
    await workbench.dialog.getByRole('button', { name: 'Remove Connection' }).click();
    await workbench.treeItem(host, 'Models').waitFor({ state: 'detached' });
    await row('LoRAs', false).waitFor();
    await row('Base models', true).waitFor();
  });

  it('is renamed, loses its key, and is removed', async () => {
    const { workbench, service } = app;
    await connectionMenu('Rename…');
    await workbench.answer(/^Name for/u, 'Acme production');
    // The extension host checks the name before the box accepts it; anything that opens meanwhile would close the box.
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.view('Models').getByText('Acme production').waitFor();
    await workbench.runCommand('Hosted Models: Clear API Key…');
    await workbench.dialog.getByText('Clear the API key of “Acme production”?').waitFor();
    await workbench.dialog.getByRole('button', { name: 'Clear API Key' }).click();
    await workbench.view('Models').getByText('There is no API key for this connection.').waitFor();
    await workbench.view('Models').getByText('Acme production').waitFor();
    service.clearRequests();
    await workbench.runCommand('Hosted Models: Remove Connection…');
    await workbench.dialog.getByText('Remove connection “Acme production”?').waitFor();
    await workbench.dialog.getByRole('button', { name: 'Remove Connection' }).click();
    await workbench.view('Models').getByText('Connect to your model hosting service').waitFor();
    assert.equal(service.requests.length, 0);
  });
});
