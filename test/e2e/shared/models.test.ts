import assert from 'node:assert/strict';
import { selectModels } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** Each step starts where the previous one ended. */
describe('The Models view in the workbench', () => {
  const app = useSharedHostedModels();

  before(async () => {
    await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('lets a menu act on a row outside of the selection alone', async () => {
    const { workbench } = app;
    await selectModels(app, ['code-review/python', 'code-review/typescript']);
    const outside = workbench.treeItem('commit-messages', 'Models');
    await workbench.contextMenu(outside, 'Copy Name');
    assert.equal(await workbench.copied('commit'), 'commit-messages');
    await workbench.contextMenu(outside, 'Compare JSON');
    await workbench
      .notification('Select two models to compare their JSON: commit-messages and another one.')
      .waitFor();
    await workbench.contextMenu(outside, 'Clean Up LoRAs…');
    await workbench.quickInputSaying('Delete LoRA “commit-messages”?').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  const names = ['code-review/python', 'code-review/typescript', 'commit-messages', 'free-tier-demo'];
  const selected = () => app.workbench.view('Models').locator('[role=treeitem][aria-selected=true]');

  async function menuOn(name: string): Promise<string[]> {
    const { workbench } = app;
    await workbench.openMenu(workbench.treeItem(name, 'Models'), 'Copy Name');
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

  it('has the menu of several even if Shift selected the facts of an expanded row', async () => {
    await selectModels(app, [names[0] ?? '', names[2] ?? ''], 'Shift');
    isForSeveral(await menuOn(names[1] ?? ''));
    assert.ok((await selected().count()) > 10);
  });

  it('keeps models selected as more are added, with only the menu of several', async () => {
    await selectModels(app, names);
    isForSeveral(await menuOn(names[1] ?? ''));
    assert.equal(await selected().count(), names.length);
  });

  it('counts what a filter leaves with each keystroke, and keeps what was typed with Enter', async () => {
    const { workbench } = app;
    await workbench.viewAction('Models', 'Filter Models…');
    await workbench.quickInput.getByText('38 of 38 models').waitFor();
    await workbench.inputBox.pressSequentially('tone');
    await workbench.quickInput.getByText('4 of 38 models').waitFor();
    await workbench.treeItem('LoRAs, 4 of 30', 'Models').waitFor();
    await workbench.inputBox.press('Enter');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.view('Models').getByText('“tone” · 4 of 38').waitFor();
  });

  it('opens the filter with its text while it is on, and is cleared by a button in its box', async () => {
    const { workbench } = app;
    const funnel = workbench.view('Models').locator('.pane-header .codicon-filter-filled');
    await workbench.viewAction('Models', 'Filter Models…');
    await funnel.waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'tone');
    await workbench.quickInput.getByRole('button', { name: 'Clear Filter' }).click();
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    assert.equal(await workbench.inputBox.inputValue(), '');
    await funnel.waitFor({ state: 'detached' });
    await workbench.quickInput.getByRole('button', { name: 'Clear Filter' }).waitFor({ state: 'detached' });
    await workbench.inputBox.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
  });

  it('completes a filter from what the list has, by keyboard alone', async () => {
    const { workbench } = app;
    await workbench.viewAction('Models', 'Filter Models…');
    await workbench.quickInput.getByText('38 of 38 models').waitFor();
    await workbench.inputBox.pressSequentially('tone @b');
    await workbench.pickItem('tone @b').waitFor();
    await workbench.inputBox.press('ArrowDown');
    await workbench.inputBox.press('Enter');
    await workbench.pickItem('@base:"llama-3-8b"').waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'tone @base:');
    await workbench.inputBox.pressSequentially('llama-3-8b');
    await workbench.pickItem('tone @base:llama-3-8b').waitFor();
    await workbench.inputBox.press('ArrowDown');
    await workbench.inputBox.press('Enter');
    await workbench.pickItem('@deployed').waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'tone @base:"llama-3-8b" ');
    await workbench.inputBox.press('Enter');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.view('Models').getByText('“tone @base:"llama-3-8b"”').waitFor();
    await workbench.runCommand('Hosted Models: Clear Filter');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });
});
