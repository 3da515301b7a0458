import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { type HostedModels, openHostedModels } from './hostedModels.ts';
import { bothListed, clear } from './screens/steps.ts';
import { onceOpen } from './useHostedModels.ts';

interface Shared {
  app: HostedModels;
  sample: HostedModels['service']['catalog'];
}

const opened = new Map<boolean, Shared>();

/**
 * One workbench for the suites in `shared`, which start with a connection, and one for those in `unconnected`, which add their own,
 * because a VS Code takes seconds to start. Each suite finds the state of a first start: the sample models, no fault, no editor, and
 * nothing left by other suites. Settings other than the connection stay as a suite leaves them.
 */
export function useSharedHostedModels({ connected } = { connected: true }): HostedModels {
  before(async () => {
    const shared = opened.get(connected);
    if (shared) {
      restore(shared);
      await startAfresh(shared.app, connected);
      return;
    }
    const app = await openHostedModels({ connected, userSettings: { 'files.simpleDialog.enable': true } });
    opened.set(connected, { app, sample: structuredClone(app.service.catalog) });
  });
  afterEach(picturesTaken);
  afterEach(async function () {
    if (this.currentTest?.isFailed()) return;
    const app = opened.get(connected)?.app;
    if (app) await assertNothingOpen(app);
  });
  return onceOpen(() => opened.get(connected)?.app);
}

/** Fails if a test leaves a menu, a dialog or a quick pick open, which would take the next test's keys. */
async function assertNothingOpen({ workbench }: HostedModels): Promise<void> {
  const open = workbench.page
    .locator('.monaco-menu, .monaco-dialog-box, .quick-input-widget')
    .filter({ visible: true });
  // What was just closed takes a moment to go.
  await open
    .first()
    .waitFor({ state: 'hidden', timeout: 5000 })
    .catch(async () => assert.fail(`It leaves this open: ${(await open.allInnerTexts()).join('\n')}`));
}

after(async () => {
  for (const { app } of opened.values()) await app.close();
});

function restore({ app: { service }, sample }: Shared): void {
  service.clearFaults();
  service.tokensPerSecond = Number.POSITIVE_INFINITY;
  const { loras, baseModels } = structuredClone(sample);
  service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, ...loras);
  service.catalog.baseModels.splice(0, Number.POSITIVE_INFINITY, ...baseModels);
}

async function startAfresh(app: HostedModels, connected: boolean): Promise<void> {
  const { workbench, service } = app;
  await clear(app);
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Hosted Models: Delete All Local Data…');
  await workbench.dialog.getByRole('button', { name: 'Delete All Local Data' }).click();
  await workbench.page.getByText('All local data of Hosted Models was deleted.').first().waitFor();
  await workbench.openContainer('Hosted Models');
  if (connected) {
    const isList = ({ path }: { path: string }) => path === '/api/v1/base-model';
    // A refresh while another one is under way asks for nothing of its own.
    await service.requests.findLast(isList)?.closed;
    const listed = service.nextRequest(isList);
    await workbench.viewAction('Models', 'Refresh Models');
    await (await listed).closed;
    await bothListed(app);
    // Several selected rows have another menu than one. While a message is shown, Escape closes that instead.
    await clear(app);
    const tree = workbench.view('Models').getByRole('tree');
    await tree.press('Home');
    await selectAlone(app, tree.getByRole('treeitem').first());
    await tree.press('Escape');
    await tree.locator('.selected').first().waitFor({ state: 'detached' });
    const progress = workbench.view('Models').locator('.monaco-progress-container.active');
    await progress.first().waitFor({ state: 'detached' });
  } else {
    await removeConnection(app);
  }
  await clear(app);
  service.clearRequests();
}

/** Selects a group alone by two clicks, which leave it as it was. Others may be selected where the tree draws no rows. */
async function selectAlone({ workbench }: HostedModels, group: Locator): Promise<void> {
  for (let clicks = 0; clicks < 2; clicks++) {
    const other = (await group.getAttribute('aria-expanded')) === 'true' ? 'false' : 'true';
    await workbench.clickRow(group);
    await group.and(workbench.page.locator(`[aria-expanded=${other}]`)).waitFor();
  }
}

/** Removes the connection that a suite may have left, whose key is already deleted. */
async function removeConnection({ workbench }: HostedModels): Promise<void> {
  const view = workbench.view('Models');
  const none = view.getByText('Connect to your model hosting service');
  await none.or(view.getByText('There is no API key for this connection.')).first().waitFor();
  if (await none.isVisible()) return;
  await workbench.runCommand('Hosted Models: Remove Connection…');
  await workbench.dialog.getByRole('button', { name: 'Remove Connection' }).click();
  await none.waitFor();
}
