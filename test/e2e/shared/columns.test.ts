import assert from 'node:assert/strict';
import { holdAnswers } from '../../service/faults/hold.ts';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import { selectModels } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = '/api/v1/chat/completions';
const lora = 'support-tone-v7';
const base = 'llama-3-8b';

/** Is my adapter better than its base? Each step starts where the previous one ended. */
describe('A chat with several columns, with the packed extension in the workbench', () => {
  const app = useSharedHostedModels();

  // Other suites find the row as it was at the start.
  after(async () => {
    await app.workbench.collapse(await app.workbench.scrollTo('support-tone-v6', 'Models'));
  });

  const bodies = () =>
    app.service.requests
      .filter(({ path }) => path === chatEndpoint)
      .map(({ body }) => JSON.parse(body) as { model: string; messages: { content: string }[] });

  it('opens from a LoRA’s row, the base on the left', async () => {
    const { workbench } = app;
    await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Compare with Base');
    await workbench.editorTab(`Compare: ${base}, ${lora}`).waitFor();
    const page = await ColumnsPage.inSight(workbench);
    await page.head(base).waitFor();
    assert.deepEqual(
      await page.frame
        .getByRole('region')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      [base, lora],
    );
    assert.equal(bodies().length, 0);
  });

  it('asks both at once, and says that the figures were measured while other answers were streaming', async () => {
    const { workbench, service } = app;
    const page = await ColumnsPage.inSight(workbench);
    const release = holdAnswers(service, 10);
    await page.send('How do I get a refund?');
    for (const name of [base, lora]) await page.answers(name).getByText('Sample answer').waitFor();
    release();
    await page.answered([base, lora]);
    assert.deepEqual(
      bodies()
        .map(({ model }) => model)
        .sort(),
      [base, lora],
    );
    for (const name of [base, lora]) {
      await page
        .answers(name)
        .locator('.figures')
        .getByText(/tokens · stop · measured while other answers were streaming/u)
        .waitFor();
    }
  });

  it('takes a vote by its key, and shows the differences in VS Code’s diff editor', async () => {
    const { workbench } = app;
    const page = await ColumnsPage.inSight(workbench);
    await page.answers(lora).last().focus();
    await page.frame.page().keyboard.press('2');
    await page.vote.locator('[aria-pressed=true]').filter({ hasText: lora }).waitFor();
    await page.frame.getByText(`1 : 0 for ${lora}`).waitFor();
    await page.button('Open Diff').last().click();
    await workbench.editorTab(`${base} ↔ ${lora}`).waitFor();
    await workbench.page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor').waitFor();
    await workbench.editorTab(/How do I get a refund/u).click();
    await ColumnsPage.inSight(workbench);
  });

  it('continues a column as a chat of its own', async () => {
    const { workbench } = app;
    const page = await ColumnsPage.inSight(workbench);
    await page.head(lora).getByRole('button', { name: 'Continue as Chat' }).click();
    await workbench.editorTab(new RegExp(`^${lora}: How do I get a refund`, 'u')).waitFor();
    const chat = await ChatPage.inSight(workbench);
    assert.equal(await chat.turns.count(), 2);
    const model = chat.frame.getByRole('combobox', { name: 'Model' });
    assert.match(await model.innerText(), new RegExp(`^${lora}`, 'u'));
    await workbench.runCommand('View: Close All Editors');
  });

  it('opens from selected rows, and hides the models of each blind question until its vote', async () => {
    const { workbench, service } = app;
    service.fail({ on: `POST ${chatEndpoint}`, kind: 'answer', text: 'Dear customer, of course.', times: 4 });
    await selectModels(app, ['support-tone-v6', 'support-tone-v7']);
    await workbench.contextMenu(workbench.treeItem('support-tone-v7', 'Models'), 'Compare Models…');
    const page = await ColumnsPage.inSight(workbench);
    await page.box('Blind').check();
    for (const name of ['A', 'B']) await page.head(name).waitFor();
    await page.send('Which one are you?');
    await page.vote.waitFor();
    await workbench.editorTab('Which one are you?').waitFor();
    const hidden = await page.frame.locator('html').evaluate((one) => one.outerHTML);
    assert.equal(/.{0,200}support-tone.{0,100}/u.exec(hidden)?.[0], undefined);
    const chats = workbench.view('Chats');
    const listed = chats.getByRole('treeitem', { name: /^Which one are you/u });
    await listed.waitFor();
    assert.doesNotMatch((await listed.getAttribute('aria-label')) ?? '', /support-tone/u);
    assert.match(await listed.innerText(), /Blind comparison/u);
    await page.vote.getByRole('button', { name: /A/u }).click();
    for (const name of ['support-tone-v6', 'support-tone-v7'])
      await page.answers(name).locator('.figures').waitFor();
    service.clearRequests();
    await page.send('And now?');
    await page.votes.nth(1).getByRole('button', { name: /Tie/u }).click();
    await page.answered(['support-tone-v6', 'support-tone-v7'], 2);
    assert.deepEqual(
      bodies().map(({ messages }) => messages.map(({ content }) => content)),
      [['And now?'], ['And now?']],
    );
    service.clearFaults();
    await workbench.runCommand('View: Close All Editors');
  });
});
