import assert from 'node:assert/strict';
import { filesWithCanary } from '../canary.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** In order: a connection is diagnosed, stopped, diagnosed again, and the report goes into an issue. */
describe('A diagnosis in the workbench', () => {
  const app = useSharedHostedModels();

  before(async () => {
    app.service.tokensPerSecond = 200;
  });

  it('names each step while it runs, and can be stopped', async () => {
    const { workbench, service } = app;
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    const goOn = service.fail({ kind: 'hang', on: 'GET /api/v1/base-model/{name}' });
    const hanging = service.nextRequest(({ path }) => path.startsWith('/api/v1/base-model/'));
    await workbench.runCommand('Hosted Models: Diagnose Connection');
    await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
    await workbench.pick('Without a chat');
    const progress = workbench.notification('Get a base model…');
    await progress.waitFor();
    const request = await hanging;
    await progress.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await request.closed).complete, false);
    await workbench.page.getByText('Result: Stopped early.').first().waitFor();
    goOn();
  });

  it('ends with a report, and leaves the key in no file', async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Diagnose Connection');
    await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
    await workbench.inputBox.fill('support-tone-v7');
    await workbench.pick('support-tone-v7');
    await workbench.page.getByText('Result: Everything works.').first().waitFor();
    await workbench.editorTab(/^Diagnosis of 127\.0\.0\.1/u).waitFor();
    assert.deepEqual(await filesWithCanary(workbench.userDataDir), []);
  });

  it('can be included in an issue, which is not sent', async () => {
    const { workbench, service } = app;
    service.clearRequests();
    await workbench.runCommand('Hosted Models: Report Issue…');
    await workbench.quickInput.getByText('With the diagnosis of').click();
    await workbench.page.getByText('Nothing was sent.').first().waitFor();
    await workbench.page.getByText('What did you do?').first().waitFor();
    assert.equal(service.requests.length, 0);
    // Unsaved, it would stay open for the suites that follow.
    await workbench.runCommand('View: Revert and Close Editor');
    await workbench.editorTab(/^Nothing was sent/u).waitFor({ state: 'detached' });
  });
});
