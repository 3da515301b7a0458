import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { onChat } from '../../service/faults/hold.ts';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('The turns of a chat in the workbench', () => {
  const app = useSharedHostedModels();
  let chat: ChatPage;

  before(async () => {
    chat = await ChatPage.open(app.workbench, 'sql-assistant');
  });

  /** Sets the service's next answer. */
  const willSay = (text: string) => app.service.fail({ on: onChat, kind: 'answer', text, times: 1 });
  const mine = (): Locator => chat.frame.getByRole('article', { name: 'You' }).last();
  const lastBody = () => JSON.parse(app.service.requests.at(-1)?.body ?? '{}');

  it('are edited, and both versions stay', async () => {
    willSay('The first answer.');
    await chat.send('Select all orders');
    await chat.lastAnswer.getByText('The first answer.').waitFor();
    await chat.ended();
    await chat.message.fill('A draft that stays');
    await mine().hover();
    await mine().getByRole('button', { name: 'Edit' }).click();
    willSay('The second answer.');
    const field = chat.frame.getByRole('textbox', { name: 'Edit Message' });
    await field.press('End');
    await field.pressSequentially(' of May');
    await field.press('Enter');
    await chat.lastAnswer.getByText('The second answer.').waitFor();
    await chat.ended();
    assert.deepEqual(lastBody().messages, [{ role: 'user', content: 'Select all orders of May' }]);
    await mine().getByText('2 of 2').waitFor();
    assert.equal(await chat.message.inputValue(), 'A draft that stays');
    await mine().getByRole('button', { name: 'Previous Version' }).click();
    await chat.lastAnswer.getByText('The first answer.').waitFor();
    await mine().getByText('1 of 2').waitFor();
    await mine().getByRole('button', { name: 'Next Version' }).press('Enter');
    await chat.lastAnswer.getByText('The second answer.').waitFor();
    await chat.message.fill('');
  });

  it('are answered by another model, while the chat keeps its own', async () => {
    const { workbench } = app;
    willSay('What the base says.');
    await chat.frame.getByRole('button', { name: 'Regenerate with Another Model' }).click();
    await workbench.quickInputSaying('Regenerate With').waitFor();
    await workbench.inputBox.fill('llama-3-8b');
    await workbench.pick('llama-3-8b');
    await chat.frame.getByRole('article', { name: 'llama-3-8b' }).getByText('What the base says.').waitFor();
    await chat.ended();
    assert.equal(lastBody().model, 'llama-3-8b');
    await chat.lastAnswer.getByText('2 of 2').waitFor();
    assert.match(await chat.frame.getByRole('combobox', { name: 'Model' }).innerText(), /^sql-assistant/u);
  });

  it('are deleted from VS Code’s own menu, and Undo brings them back', async () => {
    const { workbench } = app;
    await workbench.contextMenu(chat.lastAnswer.getByRole('heading'), 'Delete Turn');
    await chat.lastAnswer.getByText('The second answer.').waitFor();
    assert.equal(await chat.lastAnswer.getByText(/of 2/u).count(), 0);
    await chat.frame.getByText('Deleted a turn.').waitFor();
    await chat.button('Undo').click();
    await chat.lastAnswer.getByText('What the base says.').waitFor();
    await chat.lastAnswer.getByText('2 of 2').waitFor();
    await workbench.contextMenu(mine().getByRole('heading'), 'Delete Turn');
    await chat.lastAnswer.getByText('The first answer.').waitFor();
    await chat.frame.getByText('Deleted a turn and 2 that followed it.').waitFor();
    await chat.button('Undo').click();
    await chat.lastAnswer.getByText('What the base says.').waitFor();
  });

  it('keep their scroll position while their tab is in the background', async () => {
    const { workbench } = app;
    willSay(Array.from({ length: 60 }, (_, at) => `Line ${at + 1}.`).join('\n\n'));
    await chat.send('At length, please');
    await chat.lastAnswer.getByText('Line 60.').waitFor();
    await chat.ended();
    await chat.frame.getByRole('log').hover();
    await workbench.page.mouse.wheel(0, -700);
    await chat.button('Jump to Latest').waitFor();
    const top = () => chat.frame.getByText('Line 40.').evaluate((line) => line.getBoundingClientRect().top);
    const before = await top();
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab(/Untitled-1/u).waitFor();
    await workbench.editorTab('Select all orders').click();
    chat = await ChatPage.inSight(workbench);
    await chat.button('Jump to Latest').waitFor();
    assert.ok(Math.abs((await top()) - before) <= 1, `${before} became ${await top()}`);
  });
});
