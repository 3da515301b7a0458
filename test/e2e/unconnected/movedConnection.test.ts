import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DeletionJournal } from '../../../src/core/deletion/journal.ts';
import { canaryKey } from '../canary.ts';
import { ChatPage } from '../chatPage.ts';
import { writeOldChats } from '../screens/oldChats.ts';
import { reload, storageFolder } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

interface Settings {
  'hostedModels.connections': readonly { id: string; name?: string; url: string }[];
}

/** The service moves to another address, which the person writes into the settings. */
describe('A connection that gets another URL and another name', () => {
  const app = useSharedHostedModels({ connected: false });

  before(async () => {
    const { workbench, service } = app;
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', service.url);
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('asks for its key again', async () => {
    const { workbench, service } = app;
    const file = path.join(workbench.userDataDir, 'data', 'User', 'settings.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as Settings;
    const [{ id } = assert.fail('The settings have no connection.')] = settings['hostedModels.connections'];
    await writeOldChats(path.join(storageFolder(app), 'chats'), id);
    const name = 'deleted-before-the-move';
    const journal = new DeletionJournal(path.join(storageFolder(app), 'deleted.jsonl'));
    const connection = { id, name: 'Acme production', baseUrl: service.url };
    await journal.add({ is: 'begun', id: 'one', connection, credentials: 'own', loras: [] });
    await journal.add({ is: 'sent', id: 'one', name, object: { name, unit_price: 1 } });
    await journal.add({ is: 'outcome', id: 'one', name, outcome: { is: 'deleted', isReturned: true } });
    const url = service.url.replace('127.0.0.1', 'localhost');
    settings['hostedModels.connections'] = [{ id, name: 'Moved', url }];
    await writeFile(file, JSON.stringify(settings));
    await reload(app);
    await workbench.view('Models').getByText('There is no API key for this connection.').waitFor();
    await workbench.view('Models').getByRole('button', { name: 'Set API Key…' }).click();
    await workbench.answer('API key', canaryKey);
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('keeps its chats, which go on', async () => {
    const { workbench, service } = app;
    await workbench.treeItem('Pinned', 'Chats').waitFor();
    const row = workbench.view('Chats').getByRole('treeitem', { level: 2 }).first();
    await workbench.clickRow(row);
    const chat = await ChatPage.inSight(workbench);
    const asked = service.nextRequest(({ path: at }) => at.endsWith('/chat/completions'));
    await chat.send('And now?');
    await asked;
    await chat.ended();
  });

  it('keeps the record of what was deleted through it', async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Show Deleted LoRAs');
    await workbench.pickItem('deleted-before-the-move').waitFor();
    await workbench.inputBox.press('Escape');
  });
});
