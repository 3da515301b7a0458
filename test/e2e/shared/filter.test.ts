import assert from 'node:assert/strict';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

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

  it('opens with its text while it is on, and is cleared by a button in its box', async () => {
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

  it('says that a word does not exist, and puts the nearest in its place', async () => {
    const { workbench } = app;
    await workbench.viewAction('Models', 'Filter Models…');
    await workbench.inputBox.fill('@bsae:llama-3-8b');
    await workbench.quickInputSaying('There is no @bsae:. Did you mean @base:?').waitFor();
    await workbench.quickInput.getByText('0 of 38 models').waitFor();
    await workbench.inputBox.press('ArrowDown');
    await workbench.inputBox.press('Enter');
    await workbench.quickInput.getByText('8 of 38 models').waitFor();
    assert.equal(await workbench.inputBox.inputValue(), '@base:llama-3-8b ');
    await workbench.page.getByText('There is no @bsae:').waitFor({ state: 'detached' });
    await workbench.inputBox.press('Escape');
  });

  it('can be opened and cleared from the palette', async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Clear Filter');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    // The palette has its commands by then.
    await workbench.view('Models').locator('.codicon-filter-filled').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('F1');
    await workbench.inputBox.fill('>Hosted Models: Clear');
    await workbench.pickItem('Hosted Models: Clear API Key…').waitFor();
    assert.equal(await workbench.pickItem('Hosted Models: Clear Filter').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('Hosted Models: Filter Models…');
    await workbench.quickInput.getByText('38 of 38 models').waitFor();
    await workbench.inputBox.press('Escape');
  });

  it('completes from what the list has, by keyboard alone', async () => {
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
  });
});
