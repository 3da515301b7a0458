import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { openChatLibrary } from '../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import { deleteAllLocalData } from '../../src/ui/localData.ts';
import { PresetsFile } from '../../src/ui/presets/presetsFile.ts';
import { emptyConversation } from '../unit/core/chats/chatScript.ts';
import { openFeatures } from './support/openFeatures.ts';
import { usePerson } from './support/person.ts';
import { load, useWorld } from './support/world.ts';

const id = '11111111-2222-4333-8444-555555555555';

describe('Delete All Local Data…', () => {
  const world = useWorld();
  const person = usePerson();
  let steps: string[];
  let deleteAll: () => Promise<void>;

  beforeEach(async () => {
    const { folder, log, keys, connection } = world();
    const storage = openChatLibrary(new ChatStore(path.join(folder, 'chats'), log), log, () => true);
    await storage.store.append(id, recordsOf(emptyConversation({ id, title: 'Refund tone' })));
    await storage.store.delete(id);
    await storage.store.append(id, recordsOf(emptyConversation({ id, title: 'Refund tone' })));
    storage.locks.dispose();
    const presets = new PresetsFile(vscode.Uri.file(folder), log);
    await presets.save({ name: 'Calm', settings: { temperature: 0.2 } });
    presets.dispose();
    await mkdir(path.join(folder, 'deletions'));
    await writeFile(path.join(folder, 'presets.json.1f3e.tmp'), 'Half a preset');
    await writeFile(path.join(folder, 'deletions', `${id}.jsonl`), '');
    await load(world());
    await keys.setApiKey(connection, 'typed-key');
    await keys.setHeaders(connection, { 'x-team': 'tuners' });
    steps = [];
    const holders = {
      release: async () => void steps.push('released'),
      forget: () => steps.push('forgotten'),
      showNone: async () => void steps.push('none shown'),
    };
    deleteAll = () => deleteAllLocalData(vscode.Uri.file(folder), keys, holders);
  });

  const files = async () => (await readdir(world().folder)).sort();

  it('deletes chats, trash, presets, lists, keys and headers, and keeps the connections', async () => {
    const { keys, connections, connection } = world();
    assert.ok((await files()).includes('chats') && (await files()).includes('presets.json'));
    const seen = person({ button: 'Delete All Local Data' });
    await deleteAll();
    assert.deepEqual(seen.buttons, [['Keep Data', 'Delete All Local Data']]);
    assert.deepEqual(await files(), []);
    assert.deepEqual(steps, ['released', 'forgotten', 'none shown']);
    assert.notEqual(await keys.apiKey(connection), 'typed-key');
    assert.deepEqual(await keys.headers(connection), {});
    assert.deepEqual(connections.all, [connection]);
    assert.match(
      seen.details.join(),
      /This deletes all chats \(deleted ones too\), runs of prompt sets, presets/u,
    );
  });

  it('changes nothing unless the person agrees', async () => {
    const { keys, connection } = world();
    const before = await files();
    person({});
    await deleteAll();
    assert.deepEqual([await files(), steps], [before, []]);
    assert.equal(await keys.apiKey(connection), 'typed-key');
  });

  it('is no error if there is nothing to delete', async () => {
    person({ button: 'Delete All Local Data' });
    await deleteAll();
    await deleteAll();
    assert.deepEqual(await files(), []);
  });
});

describe('What holds local data in a window', () => {
  const world = useWorld();
  const person = usePerson();
  const opened: { dispose(): void }[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.dispose();
  });

  it('lets go of it in turn: the chats, then the runs, then the deletions', async () => {
    const { late } = openFeatures(world(), opened);
    const [chats, runs, deletions] = [await late.chats(), await late.runs(), await late.deletions()];
    const steps: string[] = [];
    const slowly = (what: string) => async () => {
      steps.push(`${what}…`);
      await setImmediate();
      steps.push(what);
    };
    Object.assign(chats.panels, { closeAll: slowly('chats') });
    Object.assign(runs, { closeAll: slowly('runs') });
    Object.assign(deletions, { forget: slowly('deletions') });
    person({ button: 'Delete All Local Data' });
    await late.deleteAllLocalData();
    assert.deepEqual(steps, ['chats…', 'chats', 'runs…', 'runs', 'deletions…', 'deletions']);
  });
});
