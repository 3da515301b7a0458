import assert from 'node:assert/strict';
import { ChatPage } from '../chatPage.ts';
import { ComparePage } from '../comparePage.ts';
import { selectModels } from '../screens/testRequestScreens.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = '/api/v1/chat/completions';
const lora = 'support-tone-v7';
const base = 'llama-3-8b';

/** Is my adapter better than its base? Each step starts where the previous one ended. */
describe('A comparison, with the packed extension in the workbench', () => {
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
    const page = await ComparePage.inSight(workbench);
    await page.column(base).waitFor();
    assert.deepEqual(
      await page.frame
        .getByRole('region')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      [base, lora],
    );
    assert.equal(bodies().length, 0);
  });

  it('asks both at once, and says that the figures were measured together', async () => {
    const { workbench, service } = app;
    const page = await ComparePage.inSight(workbench);
    service.tokensPerSecond = 200;
    await page.send('How do I get a refund?');
    await page.answered([base, lora]);
    service.tokensPerSecond = Number.POSITIVE_INFINITY;
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
        .getByText(/tokens · stop · measured together/u)
        .waitFor();
    }
  });

  it('asks each with its own answer the next time, one after the other if that is ticked', async () => {
    const { workbench, service } = app;
    const page = await ComparePage.inSight(workbench);
    service.clearRequests();
    await page.box('One at a time').check();
    await page.send('And in Spain?');
    await page.answered([base, lora], 2);
    assert.deepEqual(
      bodies().map(({ model }) => model),
      [base, lora],
    );
    for (const { model, messages } of bodies()) {
      assert.deepEqual(
        messages.map(({ content }) => content.includes(`You asked \`${model}\``)),
        [false, true, false],
      );
    }
    await page.answers(lora).nth(1).locator('.figures').waitFor();
    assert.doesNotMatch(await page.answers(lora).nth(1).innerText(), /measured together/u);
  });

  it('takes a vote, and shows the differences in VS Code’s diff editor', async () => {
    const { workbench } = app;
    const page = await ComparePage.inSight(workbench);
    await page.vote.getByRole('button', { name: lora }).click();
    await page.frame.getByText(`${lora} was better once`).waitFor();
    await page.button('Show differences').click();
    await workbench.editorTab(`${base} ↔ ${lora}`).waitFor();
    await workbench.page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor').waitFor();
    await workbench.editorTab(/How do I get a refund/u).click();
    await ComparePage.inSight(workbench);
  });

  it('continues a column as a chat of its own', async () => {
    const { workbench } = app;
    const page = await ComparePage.inSight(workbench);
    await page.column(lora).getByRole('button', { name: 'Continue as Chat' }).click();
    const chat = await ChatPage.inSight(workbench);
    assert.equal(await chat.turns.count(), 4);
    const model = chat.frame.getByRole('combobox', { name: 'Model' });
    assert.match(await model.innerText(), new RegExp(`^${lora}`, 'u'));
  });

  it('compares another model with a chat, which stays as it is', async () => {
    const { workbench, service } = app;
    service.clearRequests();
    await workbench.runCommand('Hosted Models: Compare With…');
    await workbench.quickInputSaying('Compare With').waitFor();
    await workbench.inputBox.fill('support-tone-v6');
    await workbench.pick('support-tone-v6');
    const page = await ComparePage.inSight(workbench);
    await page.answered(['support-tone-v6']);
    assert.equal(bodies().length, 1);
    assert.equal(await page.answers(lora).count(), 2);
    await workbench.runCommand('View: Close All Editors');
  });

  it('opens from selected rows, and hides the names of a blind one until the vote', async () => {
    const { workbench, service } = app;
    service.fail({ on: `POST ${chatEndpoint}`, kind: 'answer', text: 'Dear customer, of course.', times: 2 });
    await selectModels(app, ['support-tone-v6', 'support-tone-v7']);
    await workbench.contextMenu(workbench.treeItem('support-tone-v7', 'Models'), 'Compare Models…');
    const page = await ComparePage.inSight(workbench);
    await page.box('Blind').check();
    for (const name of ['A', 'B']) await page.column(name).waitFor();
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
    await page.vote.getByRole('button', { name: 'A', exact: true }).click();
    await page.column('support-tone-v6').waitFor();
    await page.column('support-tone-v7').locator('.figures').waitFor();
    service.clearFaults();
  });

  it('asks another blind question in a new comparison', async () => {
    const { workbench } = app;
    const page = await ComparePage.inSight(workbench);
    await page.button('Ask another').click();
    await workbench.editorTab('Blind comparison').waitFor();
    const next = await ComparePage.inSight(workbench);
    await next.column('A').waitFor();
    assert.equal(await next.frame.getByRole('article').count(), 0);
    await workbench.runCommand('View: Close All Editors');
  });
});
