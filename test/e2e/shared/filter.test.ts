import assert from 'node:assert/strict';
import { useSharedHostedModels } from './useSharedHostedModels.ts';

/** How one person finds some LoRAs among many, in order. */
describe('The filter in the workbench', () => {
  const app = useSharedHostedModels();

  before(async () => {
    await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('counts with each keystroke, and keeps what was typed with Enter', async () => {
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

  it('completes from what the list has, by keyboard alone', async () => {
    const { workbench } = app;
    await workbench.viewAction('Models', 'Clear Filter');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    await workbench.viewAction('Models', 'Filter Models…');
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
  });

  it('is restored after a reload', async () => {
    const { workbench } = app;
    // VS Code stores what a window remembers only when it closes the window itself, as by this command.
    const loaded = workbench.page.waitForEvent('load');
    await workbench.runCommand('Developer: Reload Window');
    await loaded;
    await workbench.ready();
    await workbench.openContainer('Hosted Models');
    await workbench.view('Models').getByText('“tone @base:"llama-3-8b"”').waitFor();
    await workbench.viewAction('Models', 'Clear Filter');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });
});
