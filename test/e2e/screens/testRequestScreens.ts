import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

const onChat = 'POST /api/v1/chat/completions';

/**
 * Selects the rows as a person does: clicks the first one, then the others with Ctrl (or another key). The first click expands
 * or collapses its row, which would drop a selection made before that is done.
 */
export async function selectModels(
  { workbench }: HostedModels,
  names: readonly string[],
  key: 'ControlOrMeta' | 'Shift' = 'ControlOrMeta',
): Promise<void> {
  const [first = '', ...others] = names;
  const row = await workbench.scrollTo(first, 'Models');
  if ((await row.getAttribute('aria-expanded')) === 'true') await workbench.collapse(row);
  await workbench.clickRow(row);
  await row.and(workbench.page.locator('[aria-expanded=true]')).waitFor();
  // Its facts come a moment later, and a range selected before would lack them.
  const below = Number(await row.getAttribute('aria-level')) + 1;
  await workbench.view('Models').locator(`[role=treeitem][aria-level="${below}"]`).first().waitFor();
  for (const name of others)
    await workbench.clickRow(await workbench.wheelTo(name, 'Models'), { modifiers: [key] });
}

/** Several rows at once, and test requests. */
export const testRequestSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 200 } },
  screens: {
    'tools-overflow': async (app) => {
      await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await app.workbench.viewMenu('Models');
      await app.workbench.menuItem('Export Models…').waitFor();
    },
    'tools-selected-two': async (app) => {
      await clear(app);
      await selectModels(app, ['code-review/python', 'code-review/typescript']);
      await app.workbench.clickRow(app.workbench.treeItem('code-review/python', 'Models'), {
        button: 'right',
      });
      await app.workbench.menuItem('Compare JSON').waitFor();
    },
    'tools-compare-json': async ({ workbench }) => {
      await workbench.pickMenuItem('Compare JSON');
      await workbench.editorTab(/↔/u).waitFor();
      await workbench.page.locator('.monaco-diff-editor').getByText('hub_revision').first().waitFor();
    },
    'tools-test-one': async ({ workbench }) => {
      const row = await workbench.scrollTo('code-review/python', 'Models');
      await workbench.clickRow(row);
      await workbench.contextMenu(row, 'Send Test Request');
      await workbench.editorTab(/Test of code-review/u).waitFor();
    },
    'tools-test-question': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      service.fail({ kind: 'answersWithBase', on: onChat, model: 'commit-messages' });
      service.fail({
        kind: 'status',
        status: 500,
        on: onChat,
        model: 'acme/legal/nda-review',
        headers: { 'x-should-retry': 'false' },
      });
      service.fail({ kind: 'stall', after: 2, on: onChat, model: 'free-tier-demo' });
      await selectModels(app, [
        'acme/legal/contract-clauses',
        'acme/legal/nda-review',
        'code-review/python',
        'commit-messages',
        'free-tier-demo',
        'imported-without-creator',
      ]);
      await workbench.contextMenu(workbench.treeItem('commit-messages', 'Models'), 'Send Test Request');
      await workbench.dialog.getByText('Send test requests to 6 models?').waitFor();
    },
    'tools-test-progress': async ({ workbench }) => {
      await workbench.dialog.getByRole('button', { name: 'Send Test Request' }).click();
      await workbench.notification('5 of 6: free-tier-demo').waitFor();
    },
    'tools-test-summary': async (app) => {
      const { workbench } = app;
      await workbench.notification('5 of 6').getByRole('button', { name: 'Cancel' }).click();
      await workbench.editorTab(/^Test requests/u).waitFor();
      await workbench.page.locator('.monaco-editor').getByText('was not asked').first().waitFor();
    },
  },
};
