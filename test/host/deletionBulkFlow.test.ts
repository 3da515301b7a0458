import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { canaryKey, filesWithCanary } from '../e2e/canary.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { useChecking } from './support/checking.ts';
import { useDeletingWindow } from './support/deleting.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { rowOf } from './support/rows.ts';
import { nextEvent } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const names = ['old-experiment', 'sql-assistant', 'untitled'];

describe('A bulk deletion and its surroundings', () => {
  const world = useWorld();
  const person = usePerson();
  const checking = useChecking();
  const window = useDeletingWindow(world);

  const rows = () => names.map((name) => rowOf(world().tree, name));
  const deletions = () => world().service.requests.filter(({ method }) => method === 'DELETE').length;

  it('offers nothing if the rows that it was called on are gone or are not LoRAs', async () => {
    const { connection } = world();
    const picks = checking('leave', 'leave');
    const seen = person({});
    const row = (kind: string, name: string) => ({ connectionId: connection.id, kind, name });
    const gone = [row('lora', 'long-gone'), row('lora', 'gone-too')];
    await window().feature.deleteLoras(gone[0], gone);
    await window().feature.deleteLoras(row('baseModel', 'llama-3-8b'), [row('baseModel', 'llama-3-8b')]);
    assert.deepEqual(picks, []);
    assert.equal(seen.messages.length, 2);
  });

  it('asks about the clicked LoRA alone if it is not among those selected', async () => {
    const { connection, service } = world();
    const [clicked, ...selected] = ['old-experiment', 'untitled', 'support-tone-v7'].map((name) => ({
      connectionId: connection.id,
      kind: 'lora',
      name,
    }));
    window().selection = selected;
    const picks = checking('leave', 'leave');
    const seen = person({});
    // VS Code passes no selection then; another extension may.
    await window().feature.deleteLoras(clicked, undefined);
    await window().feature.deleteLoras(clicked, selected);
    assert.deepEqual(picks, []);
    assert.deepEqual(seen.messages, Array(2).fill('Delete LoRA “old-experiment”?'));
    assert.deepEqual(
      service.requests.filter(({ method }) => method === 'DELETE'),
      [],
    );
  });

  it('takes rows that are deleted one by one off the list together', async () => {
    const { pending, connection } = world();
    const lists: string[] = [];
    const last = nextEvent(pending.onDidChange, 'the rest', ({ model, changes }) => {
      if (changes === 'list') lists.push(model.name);
      return lists.length === 2;
    });
    for (let index = 0; index < 50; index++) {
      const ref = { connectionId: connection.id, kind: 'lora' as const, name: `lora-${index}` };
      await pending.during(ref, async () => ({ isGone: true }));
      assert.ok(pending.isDeleted(ref));
    }
    await last;
    assert.deepEqual(lists, ['lora-0', 'lora-49']);
  });

  it('refuses to start while another one runs', async () => {
    const { service } = world();
    const release = holdRequests(service, 'DELETE /api/v1/lora/{name}');
    const first = service.nextRequest(({ method }) => method === 'DELETE');
    const picks = checking('all', 'all');
    const seen = person({ typed: ['3'] });
    const deleting = window().feature.deleteLoras(undefined, rows());
    await first;
    await window().feature.deleteLoras(undefined, rows());
    assert.match(seen.messages.join('\n'), /A deletion is running\. Stop it in the Models view/u);
    assert.equal(picks.length, 1);
    release();
    await deleting;
    assert.equal(deletions(), 3);
  });

  it('ends before all local data is deleted, and leaves nothing to try again', async () => {
    const { service } = world();
    const release = holdRequests(service, 'GET /api/v1/lora/{name}');
    const first = service.nextRequest(({ path: at }) => at.startsWith('/api/v1/lora/'));
    checking('all');
    person({ typed: ['3'] });
    const deleting = window().feature.deleteLoras(undefined, rows());
    await first;
    const forgotten = window().feature.forget();
    release();
    await Promise.all([forgotten, deleting]);
    assert.equal(deletions(), 0);
    assert.match(window().report(), /3 not tried\./u);
  });

  it('keeps its report available as long as something is left, even after its tab is closed', async () => {
    const { service } = world();
    service.fail({ kind: 'status', status: 409, on: 'DELETE /api/v1/lora/untitled', times: 1 });
    const picks = checking('all', 'leave', 'all', 'leave');
    person({ typed: ['3'] });
    await window().feature.deleteLoras(undefined, rows());
    const [uri] = window().reportUris();
    await closeEditors();
    await window().feature.showDeleted();
    assert.match(picks[1]?.rows[0] ?? '', /^Report of /u);
    person({ typed: ['1'] });
    await window().feature.many.tryAgain(uri);
    await window().feature.showDeleted();
    assert.ok(picks[3] && !picks[3].rows.join().includes('Report of'));
  });

  it('deletes nothing if the journal can’t be written', async () => {
    // Nothing can be appended to a folder.
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(window().journalPath));
    checking('all');
    const seen = person({ typed: ['3'] });
    await window().feature.deleteLoras(undefined, rows());
    assert.match(seen.messages.join('\n'), /can't be recorded first \(\w+\)\. Nothing was deleted\./u);
    assert.deepEqual(world().service.requests, []);
    assert.deepEqual(await readdir(window().openFolder), []);
  });

  it('writes the API key nowhere, whatever the service echoes', async () => {
    const { service, folder, log } = world();
    const body = { error: { message: `Invalid key ${canaryKey}`, code: canaryKey } };
    service.fail({ kind: 'status', status: 403, on: 'DELETE /api/v1/lora/{name}', body, times: 2 });
    service.fail({ kind: 'status', status: 500, on: 'DELETE /api/v1/lora/{name}', body, times: 1 });
    checking('all');
    const seen = person({ typed: ['3'] });
    window().isInSight = false;
    await window().feature.deleteLoras(undefined, rows());
    const files = await readdir(window().openFolder);
    assert.ok(
      files.some((name) => name.endsWith('.open')),
      'It waits on disk for somebody to look at it.',
    );
    assert.deepEqual(await filesWithCanary(folder), []);
    assert.ok(!JSON.stringify(seen).includes(canaryKey) && !log.lines.join('\n').includes(canaryKey));
  });
});

describe('A bulk deletion of more LoRAs than a group lists', () => {
  const world = useWorld({ loras: 1001 });
  const checking = useChecking();
  const person = usePerson();
  const window = useDeletingWindow(world);

  it('offers all that match, not only the first thousand', async () => {
    const picks = checking('all');
    const seen = person({ typed: ['1000'] });
    await window().feature.deleteLoras();
    assert.equal(picks[0]?.rows.length, 1001);
    assert.match(seen.details[0] ?? '', /^Delete 1,001 LoRAs\?/u);
    assert.match(seen.messages.join('\n'), /Type 1001 to confirm\./u);
    assert.equal(world().service.catalog.loras.length, 1001);
  });
});
