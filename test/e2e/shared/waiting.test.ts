import assert from 'node:assert/strict';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = 'POST /api/v1/chat/completions';

describe('A chat that waits, in the workbench', () => {
  const app = useSharedHostedModels();
  let chat: ChatPage;

  before(async () => {
    chat = await ChatPage.open(app.workbench, 'sql-assistant');
  });

  const focused = () =>
    chat.frame.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.closest('header')?.className;
    });

  it('counts the seconds, and sends what was typed meanwhile once the answer is complete, also out of sight', async () => {
    const { workbench, service } = app;
    service.fail({ on: chatEndpoint, kind: 'delay', ms: 60_000 });
    await chat.send('Select all orders');
    await chat.lastAnswer.getByText(/^Waiting for sql-assistant… [1-9] s$/u).waitFor();
    await chat.message.fill('And of May?');
    await chat.message.press('Enter');
    const waiting = chat.frame.getByRole('group', { name: 'Waiting message' });
    await waiting.getByText('And of May?').waitFor();
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab(/Untitled-1/u).waitFor();
    await workbench.editorTab('Select all orders').click();
    chat = await ChatPage.inSight(workbench);
    await chat.frame.getByRole('group', { name: 'Waiting message' }).getByText('And of May?').waitFor();
    assert.equal(await chat.message.inputValue(), '');
    await workbench.editorTab(/Untitled-1/u).click();
    const second = service.nextRequest(({ body }) => body.includes('And of May?'));
    service.clearFaults();
    await (await second).closed;
    await workbench.editorTab('Select all orders').click();
    chat = await ChatPage.inSight(workbench);
    await chat.ended();
    assert.equal(await chat.turns.count(), 4);
    assert.deepEqual([await chat.message.inputValue(), await chat.frame.locator('.queued').count()], ['', 0]);
  });

  it('is walked through by Alt+↑, Alt+↓ and F6, which VS Code leaves to it', async () => {
    await chat.message.focus();
    const visited: unknown[] = [];
    for (const key of ['Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowDown', 'F6', 'F6', 'F6']) {
      await app.workbench.page.keyboard.press(key);
      visited.push(await focused());
    }
    assert.deepEqual(visited, [
      'sql-assistant',
      'You',
      'sql-assistant',
      'Message',
      'top-row',
      'sql-assistant',
      'Message',
    ]);
  });
});
