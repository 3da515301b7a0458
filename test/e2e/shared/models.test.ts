import assert from 'node:assert/strict';
import { selectModels } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('Several selected models', () => {
  const app = useSharedHostedModels();

  const names = ['code-review/python', 'code-review/typescript', 'commit-messages', 'free-tier-demo'];
  const selected = () => app.workbench.view('Models').locator('[role=treeitem][aria-selected=true]');

  async function menuOn(name: string): Promise<string[]> {
    const { workbench } = app;
    await workbench.clickRow(workbench.treeItem(name, 'Models'), { button: 'right' });
    await workbench.menuItem('Copy Name').waitFor();
    const items = await workbench.page.locator('.monaco-menu').getByRole('menuitem').allTextContents();
    await workbench.page.keyboard.press('Escape');
    return items.map((text) => text.replace(/Ctrl.*$/u, '')).filter((text) => text !== '');
  }

  function isForSeveral(items: readonly string[]): void {
    for (const one of ['Compare JSON', 'Send Test Request', 'Copy Name']) assert.ok(items.includes(one), one);
    for (const one of ['Chat', 'Show Details', 'Open as JSON', 'Copy Request As', 'Delete LoRA…']) {
      assert.ok(!items.includes(one), one);
    }
  }

  it('have the menu of several even if Shift selected the facts of an expanded row', async () => {
    await selectModels(app, [names[0] ?? '', names[2] ?? ''], 'Shift');
    isForSeveral(await menuOn(names[1] ?? ''));
    assert.ok((await selected().count()) > 10);
  });

  it('stay selected as more are added, and have only the menu of several', async () => {
    await selectModels(app, names);
    isForSeveral(await menuOn(names[1] ?? ''));
    assert.equal(await selected().count(), names.length);
  });

  it('are tested one at a time after a question, with a summary at the end', async () => {
    const { workbench, service } = app;
    await workbench.contextMenu(workbench.treeItem(names[2] ?? '', 'Models'), 'Send Test Request');
    await workbench.dialog.getByText(`Send test requests to ${names.length} models?`).waitFor();
    await workbench.dialog.getByRole('button', { name: 'Send Test Request' }).click();
    await workbench.editorTab(/^Test requests/u).waitFor();
    await workbench.page.locator('.view-line').getByText('answered in').first().waitFor();
    const chats = service.requests.filter(({ path }) => path.endsWith('/completions'));
    const asked = chats.map(({ body }) => String(JSON.parse(body).model));
    assert.deepEqual(
      asked.filter((name) => names.includes(name)),
      names,
    );
  });
});

describe('A row of the Models view', () => {
  const app = useSharedHostedModels();

  it('has its model tested by its menu without a question', async () => {
    const { workbench } = app;
    await workbench.contextMenu(workbench.treeItem('commit-messages', 'Models'), 'Send Test Request');
    await workbench.editorTab(/^Test of commit-messages/u).waitFor();
    await workbench.page.locator('.view-line').getByText('answered in').first().waitFor();
    assert.equal(await workbench.dialog.count(), 0);
  });
});
