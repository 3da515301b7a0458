import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { ChatPage } from '../chatPage.ts';
import { openPlan } from '../screens/runScreens.ts';
import { runPage, writeSets } from '../screens/runStartScreens.ts';
import { clear } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** Whoever leaves a page of ours and comes back can go on typing. Nothing here moves the focus but what a person does. */
describe('The focus, after a way away from a page and back', () => {
  const app = useSharedHostedModels();
  const page = () => app.workbench.page;
  const pick = () => app.workbench.quickInput;

  before(() => writeSets(app));
  after(() => rm(path.join(app.workbench.folder, 'sets'), { recursive: true, maxRetries: 5 }));

  /** Resolves once VS Code has given the focus to the page; to which of its elements is the page's doing. */
  const isBack = (frame: Frame) => frame.waitForFunction(() => document.hasFocus());

  async function leavePick(): Promise<void> {
    await pick().waitFor();
    await page().keyboard.press('Escape');
    await pick().waitFor({ state: 'hidden' });
  }

  const palette = async () => {
    await page().keyboard.press('F1');
    await leavePick();
  };
  const quickOpen = async () => {
    await page().keyboard.press('Control+P');
    await leavePick();
  };
  const otherEditor = (own: RegExp, back: 'mouse' | 'keys') => async () => {
    const tabs = page().locator('.tabs-container [role=tab]');
    await app.workbench.editorTab(/^Untitled-1/u).click();
    await page().locator('.monaco-editor.focused').first().waitFor();
    if (back === 'mouse') return app.workbench.editorTab(own).click();
    // The one used before.
    await page().keyboard.press('Control+PageUp');
    await tabs.filter({ hasText: own }).and(page().locator('[aria-selected=true]')).waitFor();
  };
  const command = async () => {
    await page().keyboard.press('F1');
    await app.workbench.inputBox.fill('>Notifications: Clear All Notifications');
    await app.workbench.pickItem('Notifications: Clear All Notifications').click();
    await pick().waitFor({ state: 'hidden' });
  };

  const isFocused = (part: Locator) =>
    part.evaluate((element) => document.hasFocus() && element === document.activeElement);

  it('is in a chat’s message again, where all that is typed arrives', async () => {
    const { workbench } = app;
    await workbench.runCommand('File: New Untitled Text File');
    let chat = await ChatPage.open(workbench, 'support-tone-v7');
    const own = /^Chat: /u;
    const button = (name: string) => async () => {
      await chat.button(name).click();
      await leavePick();
    };
    const byKey = (name: string) => async () => {
      await chat.button(name).press('Enter');
      await leavePick();
    };
    const ways: Record<string, { go: () => Promise<void>; to?: string }> = {
      'the palette': { go: palette },
      'Go to File': { go: quickOpen },
      'a command': { go: command },
      'another editor, by mouse': { go: otherEditor(own, 'mouse') },
      'another editor, by keys': { go: otherEditor(own, 'keys') },
      'Attach, by mouse': { go: button('Attach'), to: 'Attach' },
      'Attach, by key': { go: byKey('Attach'), to: 'Attach' },
    };
    await chat.message.click();
    let typed = '';
    for (const [way, { go, to }] of Object.entries(ways))
      for (const time of [1, 2]) {
        await go();
        // One that was behind another editor is a new page.
        chat = await ChatPage.inSight(workbench);
        await isBack(chat.frame);
        if (to !== undefined) {
          assert.ok(await isFocused(chat.button(to)), `${way}, ${time}`);
          await chat.message.focus();
        }
        await page().keyboard.type('ab');
        typed += 'ab';
        assert.equal(await chat.message.inputValue(), typed, `${way}, ${time}`);
      }
    await chat.message.fill('');
  });

  it('is in what a run finds, or on the button that opened a pick', async () => {
    const { workbench } = app;
    await openPlan(app);
    await workbench.pick('Run');
    const run = await runPage(app.workbench);
    await run.getByText('passes').first().waitFor();
    await run.getByRole('progressbar').waitFor({ state: 'detached' });
    await clear(app);
    await workbench.openContainer('Hosted Models');
    const find = run.getByRole('searchbox', { name: 'Find' });
    await find.click();
    let typed = '';
    for (const [way, go] of Object.entries({
      'the palette': palette,
      'Go to File': quickOpen,
      'a command': command,
    }))
      for (const time of [1, 2]) {
        await go();
        await isBack(run);
        await page().keyboard.type('a');
        typed += 'a';
        assert.equal(await find.inputValue(), typed, `${way}, ${time}`);
      }
    for (const name of ['Export…']) {
      const button = run.getByRole('button', { name });
      for (const open of [() => button.click(), () => button.press('Enter')]) {
        await open();
        await leavePick();
        await isBack(run);
        assert.ok(await isFocused(button), name);
      }
    }
    await run.getByRole('button', { name: 'Rate Blind' }).click();
    await run.getByRole('button', { name: 'Left Is Better' }).waitFor();
    await page().keyboard.press('Escape');
    await run.getByRole('searchbox', { name: 'Find' }).waitFor();
    assert.ok(await isFocused(run.getByRole('button', { name: /^Rate Blind/u })));
  });

  it('is on the same button of a model’s details', async () => {
    const { workbench } = app;
    await workbench.openContainer('Hosted Models');
    await workbench.rowAction(await workbench.scrollTo('support-tone-v7', 'Models'), 'Show Details');
    const frame = await workbench.webview('[data-page=details] h1');
    await frame.getByText(/Retrieved at/u).waitFor();
    const button = frame.getByRole('button', { name: 'Send Test Request' });
    await frame.locator('h1').click();
    await button.focus();
    for (const [way, go] of Object.entries({
      'the palette': palette,
      'Go to File': quickOpen,
      'a command': command,
    }))
      for (const time of [1, 2]) {
        await go();
        await isBack(frame);
        assert.ok(await isFocused(button), `${way}, ${time}`);
      }
  });

  it('is on the next row of Chats once the open chat was deleted there', async () => {
    const { workbench } = app;
    for (const text of ['First', 'Second', 'Third']) {
      const chat = await ChatPage.open(workbench, 'support-tone-v7');
      await chat.send(text);
      await chat.ended();
    }
    const row = workbench.view('Chats').getByRole('treeitem', { name: /^Third/u });
    await workbench.clickRow(row);
    await ChatPage.inSight(workbench, 'Third');
    // A click opens it, with the focus in its message.
    await workbench.runCommand('Hosted Models: Focus on Chats View');
    const focused = (title: string) =>
      workbench
        .view('Chats')
        .locator('[role=tree]:focus .monaco-list-row.focused')
        .filter({ hasText: title })
        .waitFor();
    await focused('Third');
    await page().keyboard.press('Delete');
    await workbench.editorTab('Third').waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await focused('Second');
    await page().keyboard.press('F2');
    await workbench.quickInputSaying(/name|title/iu).waitFor();
    assert.equal(await workbench.inputBox.inputValue(), 'Second');
    await leavePick();
  });
});
