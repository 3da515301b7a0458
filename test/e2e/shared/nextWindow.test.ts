import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import { changeLoras, failLists, follow, refresh, reload, storageFolder } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const dayMs = 86_400_000;
const lora = 'support-tone-v7';
const base = 'mistral-7b-instruct';

/** Resolves once a file is no longer in its folder. */
async function gone(file: string): Promise<void> {
  const folder = watch(path.dirname(file));
  while (existsSync(file)) await once(folder, 'change');
  folder.close();
}

/** All of it over one reload, because that takes seconds. */
describe('The next window', () => {
  const app = useSharedHostedModels();
  const attached = () => path.join(app.workbench.folder, 'reply.md');
  const trash = () => path.join(storageFolder(app), 'chats', 'trash');
  const deleted = `${randomUUID()}.${Date.now() - 32 * dayMs}.jsonl`;

  before(async () => {
    await writeFile(attached(), 'Dear customer,\n');
    await markChanges();
    await attachFile();
    await compare();
    const { workbench } = app;
    const link = `name=${lora}&connection=${new URL(app.service.url).host}&kind=lora&prompt=Filled`;
    await follow(app, `vscode://hosted-models.hosted-models/chat?${link}`);
    await ChatPage.inSight(workbench, 'Filled in by a link.');
    await passMonth();
    failLists(app.service, { kind: 'reset' });
    app.service.clearRequests();
    await reload(app);
    app.service.tokensPerSecond = Number.POSITIVE_INFINITY;
  });

  after(() => rm(attached()));

  /** Others change the service's LoRAs, and the view is filtered. */
  async function markChanges(): Promise<void> {
    const { workbench, service } = app;
    changeLoras(service);
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.scrollTo('support-tone-v9, new', 'Models');
    await workbench.viewAction('Models', 'Filter Models…');
    await workbench.inputBox.fill('support-tone');
    await workbench.inputBox.press('Enter');
    await workbench.view('Models').getByText('“support-tone”').waitFor();
  }

  /** A chat with an attachment that isn't sent yet. */
  async function attachFile(): Promise<void> {
    const { workbench } = app;
    await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Chat');
    await workbench.editorTab(`Chat: ${lora}`).waitFor();
    const chat = await ChatPage.inSight(workbench);
    await chat.button('Attach').click();
    await workbench.quickInputSaying('Attach to Chat').waitFor();
    await workbench.pick('reply.md');
    await workbench.inputBox.press('Enter');
    await chat.frame.locator('.draft-chips li').getByText('reply.md').waitFor();
    await chat.message.fill('Rewrite this.');
  }

  /** A comparison in the middle of its answers. */
  async function compare(): Promise<void> {
    const { workbench, service } = app;
    await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Compare with Base');
    const page = await ColumnsPage.inSight(workbench);
    service.tokensPerSecond = 40;
    await page.send('How long does it take?');
    // What came before the last two seconds is on disk.
    for (const name of [base, lora]) await page.answers(name).getByText('A piece of code').waitFor();
    service.tokensPerSecond = 1;
  }

  /** A deleted chat and the attachment get the age at which files that nobody needs are cleared away, of which this is the second check. */
  async function passMonth(): Promise<void> {
    const attachments = path.join(storageFolder(app), 'chats', 'attachments');
    await mkdir(trash(), { recursive: true });
    await writeFile(path.join(trash(), deleted), '');
    const monthAgo = new Date(Date.now() - 32 * dayMs);
    const names = await readdir(attachments);
    assert.ok(names.length > 0);
    for (const name of names) await utimes(path.join(attachments, name), monthAgo, monthAgo);
    for (const folder of [attachments, trash()])
      await writeFile(path.join(folder, 'expired'), String(Date.now() - 1.5 * dayMs));
  }

  it('still marks what others changed, and has the filter and the last list even if the service is offline', async () => {
    const { workbench, service } = app;
    const view = workbench.view('Models');
    await view
      .getByText(/^Couldn't refresh \(offline\)\. Showing the list from .*\. Retrying in \d+ s\.$/u)
      .waitFor();
    await view.getByText('“support-tone”').waitFor();
    await workbench.treeItem('support-tone-v9, new', 'Models').waitFor();
    await workbench.treeItem('support-tone-v6, gone', 'Models').waitFor();
    service.clearFaults();
    await workbench.runCommand('Hosted Models: Clear Filter');
    await refresh(app, '127.0.0.1');
    await view.getByText("Couldn't refresh").waitFor({ state: 'detached' });
  });

  it('has the chat that a link filled in, still unsent', async () => {
    const filled = await ChatPage.inSight(app.workbench, 'Filled in by a link.');
    assert.equal(await filled.message.inputValue(), 'Filled');
    assert.ok(!app.service.requests.some(({ method }) => method === 'POST'));
  });

  it('has all columns of a comparison that was answering', async () => {
    const { workbench } = app;
    await workbench.editorTab(/^How long does it take/u).click();
    const page = await ColumnsPage.inSight(workbench);
    for (const name of [base, lora]) {
      await page.answers(name).getByText('Sample answer').waitFor();
      await page
        .answers(name)
        .getByText(/^Cut off after ≈ \d+ tokens: the window was closed or reloaded\.$/u)
        .waitFor();
    }
    assert.equal(await page.vote.count(), 0, "two that were cut off can't be voted on");
  });

  it('has the attachment of a tab that nobody opens for a month, though what is out of date is cleared away', async () => {
    await gone(path.join(trash(), deleted));
    const { workbench } = app;
    await workbench.editorTab(`Chat: ${lora}`).first().click();
    const chat = await ChatPage.inSight(workbench);
    const chips = chat.frame.locator('.draft-chips li');
    await chips.getByText('reply.md').waitFor();
    assert.equal(await chips.count(), 1);
    assert.equal(await chat.message.inputValue(), 'Rewrite this.');
  });
});
