import assert from 'node:assert/strict';
import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import { writeOldChats } from '../screens/oldChats.ts';
import { storageFolder } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** What the clipboard has if a key copied nothing. */
const nothing = 'nothing';

describe('The keys of the Models view', () => {
  const app = useSharedHostedModels();

  after(async () => {
    await app.workbench.expand(await app.workbench.scrollTo('Base models', 'Models'));
  });

  /** Moves the focus from the clicked row, which stays selected, and presses a key. */
  async function moveAndPress(keys: readonly string[]): Promise<void> {
    for (const key of keys) await app.workbench.page.keyboard.press(key);
  }

  async function copied(...keys: readonly string[]): Promise<string> {
    const { page } = app.workbench;
    await page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
    await moveAndPress([...keys, 'Control+c']);
    return page.evaluate(async (text) => {
      for (;;) {
        const now = await navigator.clipboard.readText();
        if (now !== text) return now;
        await new Promise(requestAnimationFrame);
      }
    }, nothing);
  }

  /** A click selects the row and expands it; its facts come a moment later. */
  async function select(name: string): Promise<void> {
    const { workbench } = app;
    await workbench.viewAction('Models', 'Collapse All');
    await workbench.expand(workbench.treeItem('LoRAs', 'Models'));
    await workbench.clickRow(await workbench.scrollTo(name, 'Models'));
    await workbench.treeItem('Base model: llama-3-8b', 'Models').waitFor();
  }

  it('copy the name of the focused row, or the value of a fact', async () => {
    await select('support-tone-v6');
    assert.equal(await copied(), 'support-tone-v6');
    assert.equal(await copied('ArrowDown', 'ArrowDown'), 'llama-3-8b');
    // Back, collapsed, and down to the next model.
    assert.equal(await copied('ArrowLeft', 'ArrowLeft', 'ArrowDown'), 'support-tone-v7');
    assert.equal(await copied('ArrowUp'), 'support-tone-v6');
  });

  it('open a chat with the model of the focused row, also from a fact', async () => {
    const { workbench } = app;
    await select('support-tone-v5');
    await moveAndPress(['ArrowLeft', 'ArrowDown', 'Control+Enter']);
    await workbench.editorTab(/support-tone-v6/u).waitFor();
    await select('support-tone-v7');
    await moveAndPress(['ArrowDown', 'Control+Enter']);
    await workbench.editorTab(/support-tone-v7/u).waitFor();
    assert.equal(await workbench.editorTab(/support-tone/u).count(), 2);
  });

  it('of the Chats view act on its focused row, too', async () => {
    const { workbench } = app;
    const chats = [
      ['support-tone-v5', 'The first chat'],
      ['free-tier-demo', 'The second chat'],
    ] as const;
    for (const [model, text] of chats) {
      await select(model);
      await moveAndPress(['Control+Enter']);
      await workbench.editorTab(`Chat: ${model}`).waitFor();
      const chat = await ChatPage.inSight(workbench);
      await chat.send(text);
      await chat.ended();
    }
    await workbench.clickRow(workbench.view('Chats').getByRole('treeitem', { name: /^The second chat/u }));
    await workbench.runCommand('Hosted Models: Focus on Chats View');
    // The palette gives the focus away only when it has closed.
    const list = workbench.view('Chats').locator('[role=tree]:focus');
    await list.waitFor();
    // The list is read again after an answer: a key that comes while it is drawn anew is lost. This is the last row.
    const first = list.locator('.focused').and(list.getByRole('treeitem', { name: /^The first chat/u }));
    for (let presses = 0; presses < 10 && (await first.count()) === 0; presses++) {
      await moveAndPress(['ArrowDown']);
      await first.waitFor({ timeout: 2000 }).catch(() => undefined);
    }
    await first.waitFor();
    await moveAndPress(['F2']);
    await workbench.quickInputSaying('Rename Chat').waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'The first chat');
    await workbench.page.keyboard.press('Escape');
  });

  it('delete chats, and the focus goes to the next row, or at the end to the one before', async () => {
    const { workbench } = app;
    await writeOldChats(path.join(storageFolder(app), 'chats'), 'removed');
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.openContainer('Hosted Models');
    const view = workbench.view('Chats');
    const row = (title: string) => view.getByRole('treeitem', { name: title }).first();
    const focused = (title: string) =>
      view.locator('[role=tree]:focus .monaco-list-row.focused').and(row(title)).waitFor();
    // Folded, the other view leaves room for all rows.
    const other = workbench.view('Models').locator('.pane-header');
    await other.click();
    await row('Refund tone, angry mails').waitFor();
    for (const [title, next] of [
      ['Refund tone, angry mails', 'Window functions without a self-join'],
      ['Kündigungsfrist bei Rahmenverträgen', 'Summarize the retro'],
      ['Summarize the retro', 'Last 7 days'],
    ] as const) {
      await workbench.contextMenu(row(title), 'Delete');
      await row(title).waitFor({ state: 'detached' });
      await focused(next);
    }
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Delete');
    await focused('The first chat');
    await other.click();
  });
});
