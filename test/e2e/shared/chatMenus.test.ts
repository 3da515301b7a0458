import assert from 'node:assert/strict';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = 'POST /api/v1/chat/completions';
const editing = ['Cut', 'Copy', 'Paste'];
const right = { button: 'right' } as const;
const line = 'Thank you for your patience with all of this.\n\n';
const answer = `${line.repeat(40)}All orders of **May** are paid.\n\n${line.repeat(40)}`;

/** One chat, in order: each step starts where the previous one ended. */
describe('A chat among its menus', () => {
  const app = useSharedHostedModels();
  let chat: ChatPage;

  const menu = () => app.workbench.page.locator('.monaco-menu .action-label[aria-label]');

  /** The entries of the context menu, which it then closes. */
  async function entries(): Promise<string[]> {
    await menu().first().waitFor();
    const names = await menu().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    await app.workbench.page.keyboard.press('Escape');
    await menu().first().waitFor({ state: 'detached' });
    return names.filter((name) => name !== '');
  }

  const foundText = () => chat.frame.getByText('All orders of May are paid.');

  before(async () => {
    const { workbench, service } = app;
    await workbench.contextMenu(await workbench.scrollTo('sql-assistant', 'Models'), 'Chat');
    await workbench.editorTab('Chat: sql-assistant').waitFor();
    chat = await ChatPage.inSight(workbench);
    service.fail({ on: chatEndpoint, kind: 'answer', text: answer, times: 1 });
    await chat.send('Select all orders');
    await chat.ended();
  });

  it('has no Cut and Paste on a turn or beside it, but all three in every field', async () => {
    await chat.lastAnswer.getByRole('heading').click(right);
    const onTurn = await entries();
    assert.ok(onTurn.includes('Copy as Markdown'), onTurn.join());
    assert.deepEqual(
      onTurn.filter((name) => editing.includes(name)),
      [],
    );
    await chat.message.click(right);
    assert.deepEqual(await entries(), editing);
    // Nothing to offer, so no menu: the next one is the field's.
    await chat.frame.locator('.top-row').click({ ...right, position: { x: 2, y: 2 } });
    await chat.button('Settings').click();
    await chat.frame.getByRole('textbox', { name: 'System prompt' }).click(right);
    assert.deepEqual(await entries(), editing);
    await chat.button('Settings').click();
  });

  it('copies what is selected', async () => {
    const { workbench } = app;
    const select = () => foundText().evaluate((element) => getSelection()?.selectAllChildren(element));
    await select();
    await foundText().click(right);
    assert.equal((await entries())[0], 'Copy');
    await select();
    await workbench.contextMenu(foundText(), 'Copy');
    assert.equal(await workbench.copied('All orders'), 'All orders of May are paid.');
  });

  it('shows the details of its model from its tab’s own menu', async () => {
    const { workbench } = app;
    const more = workbench.page.locator('.editor-actions').getByRole('button', { name: /^More Actions/u });
    await more.first().click();
    await workbench.pickMenuItem('Show Details');
    const details = await workbench.webview('[data-page=details]');
    await details.getByRole('heading', { name: 'sql-assistant' }).waitFor();
  });

  it('opens at the words that a search has found, although its tab was in the background', async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Search Chats…');
    await workbench.quickInputSaying('Search Chats').waitFor();
    await workbench.inputBox.fill('paid orders');
    await workbench.quickInput.getByText(/^sql-assistant: ….*All orders of/u).waitFor();
    await workbench.inputBox.press('Enter');
    chat = await ChatPage.inSight(workbench);
    await foundText().waitFor();
    await chat.frame.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) === 2);
    const { top, height } = await foundText().evaluate((element) => {
      return { top: element.getBoundingClientRect().top, height: innerHeight };
    });
    assert.ok(top > 0 && top < height * 0.7, `${top} of ${height}`);
  });

  it('moves to the side, and stays there when a file is opened', async () => {
    const { workbench } = app;
    const row = workbench.view('Chats').getByRole('treeitem', { name: /^Select all orders/u });
    await workbench.contextMenu(row, 'Open to the Side');
    const side = workbench.page.locator('.editor-group-container').nth(1);
    const tab = side.getByRole('tab', { name: 'Select all orders' });
    await tab.waitFor();
    // A preview's name is in italics.
    await tab.locator('.tab-label:not(.italic)').first().waitFor();
    await (await ChatPage.inSight(workbench)).message.waitFor();
  });
});
