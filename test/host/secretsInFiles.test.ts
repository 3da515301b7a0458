import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newConversation } from '../../src/core/chats/columns/columnSet.ts';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import { chatService } from '../../src/ui/chats/actions/chatService.ts';
import { exportModels } from '../../src/ui/models/exportModels.ts';
import { retrieveModel } from '../../src/ui/models/retrieveModel.ts';
import { canaryKey, filesWithCanary } from '../e2e/canary.ts';
import { DeletingWindow } from './support/deleting.ts';
import { closeEditors } from './support/editors.ts';
import { hasLogs, liveExtension, liveModel, userDataFolder } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useSaving } from './support/standIns.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

/** A careless gateway's answer, which repeats the key that it was sent. */
const echo = {
  error: { message: `Invalid key ${canaryKey} (Bearer ${canaryKey})`, code: 'bad', param: canaryKey },
};

describe('The API key', () => {
  const world = useWorld();
  const person = usePerson();
  const picking = usePicking();
  const saving = useSaving();

  it('is in no file and no log line of ours, whatever the service echoes', async () => {
    const { service, log, folder, connection } = world();
    const chats = chatService(world(), () => false);
    const session = new ChatSession(
      newConversation([{ connectionId: connection.id, name: 'support-tone-v7' }], { temperature: 1 }),
      new ChatStore(path.join(folder, 'chats'), log),
      chats,
      log,
    );
    await load(world());
    await session.send('Hello');
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 302]) {
      const headers = {
        'x-should-retry': 'false',
        'x-request-id': canaryKey,
        location: `/?key=${canaryKey}`,
      };
      service.fail({ kind: 'status', status, on: '*', body: echo, headers });
      await session.send(`Once more, ${status}`);
      await load(world());
      service.clearFaults();
    }
    service.fail({ kind: 'errorEvent', on: 'POST /api/v1/chat/completions', after: 2, error: echo.error });
    await session.send('And in the stream');
    service.clearFaults();
    await load(world());

    const seen = person({ button: 'Delete LoRA' });
    const window = new DeletingWindow(world());
    const ref = { connectionId: connection.id, kind: 'lora', name: 'old-experiment' };
    const remove = service.fail({
      kind: 'status',
      status: 409,
      on: 'DELETE /api/v1/lora/{name}',
      body: echo,
    });
    await window.feature.deleteLora(ref);
    remove();
    await window.feature.deleteLora(ref);
    await session.close();

    assert.equal((await window.journaled()).length, 1);
    await window.close();
    assert.ok(log.lines.length > 20);
    assert.ok(!log.lines.join('\n').includes(canaryKey));
    assert.ok(!JSON.stringify(seen).includes(canaryKey));
    assert.ok(globSync('**/*.json*', { cwd: folder }).length >= 3, 'Chat, catalog and journal are on disk.');
    assert.deepEqual(await filesWithCanary(folder), []);
  });

  it('is in no list, page, journal, export or log of a service that quotes it in good answers', async () => {
    const { service, clients, catalogs, connections, log, folder, connection, looks, tree } = world();
    const deployed = {
      model_source: `key ${canaryKey}`,
      creator: {
        api_key: { name: Buffer.from(`x:${canaryKey}`).toString('base64') },
        [canaryKey]: canaryKey,
      },
    };
    const quoting = { name: 'old-experiment', unit_price: null, active_deployment: deployed };
    const answer = (on: string, json: unknown) =>
      service.fail({ kind: 'body', on, body: JSON.stringify(json), contentType: 'application/json' });
    answer('GET /api/v1/lora', [{ ...quoting, name: `org/${canaryKey}` }, quoting]);
    answer('GET /api/v1/lora/{name}', quoting);
    answer('DELETE /api/v1/lora/{name}', quoting);
    await load(world());
    const { loras, skipped } = catalogs.of(connection);
    assert.deepEqual([loras.map(({ name }) => name), skipped], [['old-experiment'], 1]);

    const ref = { connectionId: connection.id, kind: 'lora', name: 'old-experiment' } as const;
    const { raw } = await retrieveModel(clients.for(connection), ref);
    assert.match(JSON.stringify(raw), /"model_source":"key \*\*\*"/);
    saving(vscode.Uri.file(path.join(folder, 'models.json')));
    const seen = person({ button: 'Delete LoRA', typed: ['old-experiment'] });
    picking('JSON');
    await exportModels({ connections, catalogs, view: { tree, filterOf: (id) => looks.of(id).filter } });
    const window = new DeletingWindow(world());
    await window.feature.deleteLora(ref);
    assert.equal((await window.journaled()).length, 1);
    await window.close();

    const told = JSON.stringify([loras, raw, seen, log.lines]);
    assert.ok(log.lines.some((line) => line.includes('no name that can be asked for')));
    assert.ok(
      globSync('**/*.json*', { cwd: folder }).length >= 3,
      'Catalog, journal and export are on disk.',
    );
    for (const form of [canaryKey, Buffer.from(`x:${canaryKey}`).toString('base64')]) {
      assert.ok(!told.includes(form));
      for (const one of globSync('**/*.json*', { cwd: folder }))
        assert.ok(!(await readFile(path.join(folder, one), 'utf8')).includes(form), one);
    }
    assert.deepEqual(await filesWithCanary(folder), []);
  });

  it('is in no file of this VS Code: storage, settings, logs', async () => {
    const { service } = await liveExtension();
    const model = await liveModel('support-tone-v7');
    const { tabGroups } = vscode.window;
    const tabs = () => tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    await vscode.commands.executeCommand('hostedModels.chat', model);
    await vscode.commands.executeCommand('hostedModels.showDetails', model);
    await vscode.commands.executeCommand('hostedModels.openJson', model);
    await until(tabGroups.onDidChangeTabs, 'chat, details and JSON are open', () => tabs().length >= 3);
    service.fail({
      kind: 'status',
      status: 500,
      on: '*',
      body: echo,
      headers: { 'x-should-retry': 'false', 'x-request-id': canaryKey },
    });
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    service.clearFaults();

    const storage = globSync('**/globalStorage/hosted-models.hosted-models/**/*', { cwd: userDataFolder() });
    assert.ok(
      storage.some((file) => file.endsWith('.jsonl')),
      'The chat is on disk.',
    );
    assert.ok(
      storage.some((file) => file.includes('catalogs')),
      'The catalog is on disk.',
    );
    const logs = globSync('**/*Hosted Models.log', { cwd: userDataFolder() });
    const logged = await Promise.all(logs.map((file) => readFile(path.join(userDataFolder(), file), 'utf8')));
    if (hasLogs) assert.match(logged.join(''), /GET \/api\/v1\/lora\b/u, 'The log is on disk.');
    assert.deepEqual(await filesWithCanary(userDataFolder()), []);
    await closeEditors();
  });
});
