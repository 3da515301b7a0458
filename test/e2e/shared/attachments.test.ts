import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { png } from '../../unit/core/attachments/attachmentFixtures.ts';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatPath = '/api/v1/chat/completions';
const note = '`note.txt`\n```\nfrom outside\n```';
const lines = ['# Reply', '', 'Dear customer,', '```sh', 'refund --all', '```', 'Kind regards', ''];

interface SentMessage {
  content: string | { type: string; text?: string; image_url?: { url: string } }[];
}

/** One person's work with files, in order: each step starts where the previous one ended. */
describe('Attachments of a chat in the workbench', () => {
  const app = useSharedHostedModels();
  let docs: string;
  let chat: ChatPage;

  before(async () => {
    docs = path.join(app.workbench.folder, 'docs');
    await mkdir(docs);
    await writeFile(path.join(docs, 'reply.md'), lines.join('\n'));
  });

  after(() => rm(docs, { recursive: true, maxRetries: 5 }));

  const chips = (): Locator => chat.frame.locator('.draft-chips li');

  async function openReply(): Promise<Locator> {
    const { workbench } = app;
    const editor = workbench.page.locator('.editor-instance .monaco-editor:visible').first();
    const tab = workbench.editorTab(/^reply\.md/u);
    if ((await tab.count()) === 0) {
      await workbench.page.keyboard.press('Control+P');
      await workbench.inputBox.fill('reply.md');
      await workbench.pick('reply.md');
    }
    await tab.click();
    await editor.locator('.view-line').first().click();
    return editor;
  }

  /** Once its tab was left, the chat is shown by a new page. */
  async function backToChat(): Promise<void> {
    chat = await ChatPage.inSight(app.workbench);
  }

  /** The content of the last message in the next request. */
  async function nextContent(): Promise<SentMessage['content'] | undefined> {
    const { body } = await app.service.nextRequest((request) => request.path === chatPath);
    const { messages } = JSON.parse(body) as { messages: SentMessage[] };
    return messages.at(-1)?.content;
  }

  async function send(text: string): Promise<SentMessage['content'] | undefined> {
    const [content] = await Promise.all([nextContent(), chat.send(text)]);
    await chat.ended();
    return content;
  }

  it('adds the selection to a new chat with the picked model, by the command in the palette', async () => {
    const { workbench } = app;
    await openReply();
    await workbench.page.keyboard.press('Control+Home');
    for (const key of ['ArrowDown', 'ArrowDown']) await workbench.page.keyboard.press(key);
    for (let line = 0; line < 4; line++) await workbench.page.keyboard.press('Shift+ArrowDown');
    await workbench.runCommand('Hosted Models: Add Selection to Chat…');
    await workbench.quickInputSaying('Add Selection to Chat…').waitFor();
    await workbench.inputBox.fill('sql-assistant');
    await workbench.pick('sql-assistant');
    await workbench.editorTab('Chat: sql-assistant').waitFor();
    await backToChat();
    await chips().getByText('reply.md').waitFor();
    assert.match(await chips().innerText(), /^reply\.md\s*3–6\s*38 bytes$/u);
  });

  it('sends the fenced block, and shows the chip on the message', async () => {
    const content = await send('Rewrite this reply.');
    const block = '````markdown\nDear customer,\n```sh\nrefund --all\n```\n````';
    assert.equal(content, `Rewrite this reply.\n\n\`docs/reply.md 3–6\`\n${block}`);
    await chips().first().waitFor({ state: 'detached' });
    await chat.turns
      .first()
      .getByRole('button', { name: /^reply\.md 3–6/u })
      .click();
    const { workbench } = app;
    await workbench.editorTab(/^attached reply\.md/u).waitFor();
    await workbench.page.locator('.view-line').getByText('refund --all').first().waitFor();
    await workbench.editorTab(/^Rewrite this reply/u).click();
    await backToChat();
  });

  it('adds a selection to the open chat, by the editor’s context menu', async () => {
    const { workbench } = app;
    const editor = await openReply();
    await workbench.page.keyboard.press('Control+A');
    await editor.locator('.view-line').nth(2).click({ button: 'right' });
    // VS Code's own chat has an entry of the same name further up.
    await workbench.menuItem('Add Selection to Chat…').last().hover();
    await workbench.page.keyboard.press('Enter');
    await backToChat();
    await chips().getByText('1–7').waitFor();
    await chips().getByRole('button', { name: 'Remove reply.md 1–7' }).click();
    await chips().first().waitFor({ state: 'detached' });
  });

  it('takes dropped files through the real page, and sends pictures as content parts', async () => {
    await chat.frame.locator('main').evaluate(
      (main, bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'pixel.png'));
        dataTransfer.items.add(new File(['from outside'], 'note.txt'));
        main.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [...png],
    );
    await chips().getByRole('img', { name: 'pixel.png' }).waitFor();
    await chips().getByText('note.txt').waitFor();
    const [content] = await Promise.all([nextContent(), chat.send('What is this?')]);
    assert.deepEqual(content, [
      { type: 'text', text: `What is this?\n\n${note}` },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    ]);
    await chat.ended();
  });

  it('finds open files and others of the workspace by Attach, several at once', async () => {
    const { workbench } = app;
    await writeFile(path.join(docs, 'refunds.md'), 'After 14 days.');
    await chat.button('Attach').click();
    await workbench.quickInputSaying('Attach to Chat').waitFor();
    // The workspace's files come last.
    await workbench.pickItem('refunds.md').waitFor();
    await workbench.pick('reply.md');
    await workbench.inputBox.fill('refu');
    await workbench.pick('refunds.md');
    await workbench.inputBox.fill('');
    await workbench.quickInput.getByText('2 Selected').waitFor();
    await workbench.inputBox.press('Enter');
    for (const name of ['reply.md', 'refunds.md']) await chips().getByText(name).waitFor();
    await chat.button('Remove refunds.md').click();
    await chips().getByText('refunds.md').waitFor({ state: 'detached' });
    // By keys alone, as in any pick.
    await chat.button('Attach').press('Enter');
    await workbench.quickInputSaying('Attach to Chat').waitFor();
    await workbench.page.keyboard.type('refu');
    await workbench.pickItem('refunds.md').waitFor();
    await workbench.page.keyboard.press('Enter');
    await chips().getByText('refunds.md').waitFor();
  });
});
