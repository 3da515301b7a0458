import assert from 'node:assert/strict';
import { holdRequests } from '../service/faults/hold.ts';
import { useChecking } from './support/checking.ts';
import { useDeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { rowOf } from './support/rows.ts';
import { useWorld } from './support/world.ts';

const undeployed = ['old-experiment', 'untitled'];
const deletion = (name: string) => `DELETE /api/v1/lora/${encodeURIComponent(name)}`;

describe('Deleting many LoRAs', () => {
  const world = useWorld();
  const person = usePerson();
  const checking = useChecking();
  const window = useDeletingWindow(world);

  const rows = (names: readonly string[]) => names.map((name) => rowOf(world().tree, name));
  const has = (name: string) => world().service.catalog.loras.some((lora) => lora.name === name);
  const sent = (method: string) =>
    world()
      .service.requests.filter((request) => request.method === method)
      .map(({ path: at }) => at);
  const fail = (name: string, fault: { kind: 'status'; status: number } | { kind: 'reset' }) =>
    world().service.fail({ ...fault, times: 1, on: deletion(name) });

  it('checks the selected rows, deployed ones too, and deletes what is checked once the number is typed', async () => {
    const selected = rows(['old-experiment', 'support-tone-v7', 'untitled', 'sql-assistant']);
    window().selection = selected;
    const picks = checking(undeployed);
    const seen = person({ typed: ['2'] });
    await window().feature.deleteLoras(selected[0], selected);
    assert.deepEqual(picks[0]?.checked, [...undeployed, 'support-tone-v7', 'sql-assistant']);
    assert.match(
      picks[0]?.rows.join('\n') ?? '',
      /^support-tone-v7: llama-3-8b · 3 days ago · Ada Example$/mu,
    );
    assert.match(picks[0]?.rows.join('\n') ?? '', /^untitled: not deployed$/mu);
    assert.match(
      seen.details.join('\n'),
      /^Delete 2 LoRAs\?\n127\.0\.0\.1:\d+: old-experiment, untitled\. None of them is deployed\. This can't be undone\. Anyone in your organization/u,
    );
    assert.deepEqual(undeployed.filter(has), []);
    assert.ok(has('support-tone-v7') && has('sql-assistant'));
    assert.deepEqual(await window().journaled(), undeployed);
    assert.match(window().report(), /^Deletion of 2 LoRAs from 127\.0\.0\.1:\d+\n\n2 deleted\.\n/u);
    assert.match(window().report(), /\nDeleted \(2\)\n {2}- old-experiment\n {2}- untitled\n/u);
  });

  it('marks what is deployed only among others that are not', async () => {
    const deployed = rows(['support-tone-v7', 'sql-assistant']);
    checking(['support-tone-v7', 'sql-assistant']);
    const seen = person({ typed: [] });
    await window().feature.deleteLoras(deployed[0], deployed);
    assert.match(
      seen.details.join('\n'),
      /: (?:support-tone-v7, sql-assistant|sql-assistant, support-tone-v7)\. All of them are deployed\. /u,
    );
    assert.ok(has('support-tone-v7') && has('sql-assistant'));
  });

  it('checks none of the rows that a filter leaves, and names the first ones of many', async () => {
    window().filter = '';
    window().selection = rows(['untitled']);
    const picks = checking('all');
    const seen = person({ typed: ['2'] });
    await window().feature.deleteLoras();
    assert.equal(picks[0]?.rows.length, 30);
    assert.deepEqual(picks[0]?.checked, []);
    const [question = ''] = seen.details;
    assert.match(
      question,
      /^Delete 30 LoRAs\?\n.* and 20 more \(select the list button above to see all\)\. 28 of 30 deployed\. /u,
    );
    assert.equal(question.match(/ \(deployed\)/gu)?.length, 10);
    assert.match(seen.messages.join('\n'), /Doesn't match\. Type 30 to confirm\./u);
    assert.deepEqual(world().service.requests, []);
  });

  it('deletes nothing if anything else is typed instead of the number', async () => {
    const typed = ['', '1', '22', '2 LoRAs', 'two', '02', '2.0'];
    checking(undeployed);
    const seen = person({ typed, button: 'Delete LoRA' });
    await window().feature.deleteLoras(undefined, rows(undeployed));
    assert.equal(seen.messages.length, typed.length, 'each was refused');
    assert.deepEqual(world().service.requests, []);
    assert.ok(undeployed.every(has));
  });

  it('names and counts only those that still exist when it asks', async () => {
    const { pending, connection } = world();
    const selected = rows(undeployed);
    const ref = { connectionId: connection.id, kind: 'lora' as const, name: 'untitled' };
    await pending.during(ref, async () => ({ isGone: true }));
    checking('all');
    const seen = person({ typed: ['2', '1'] });
    await window().feature.deleteLoras(undefined, selected);
    assert.match(
      seen.details.join('\n'),
      /^Delete 1 LoRA\?\n127\.0\.0\.1:\d+: old-experiment\. It is not deployed\. .* who uses this LoRA will lose it\. /u,
    );
    assert.match(seen.messages.join('\n'), /Doesn't match\. Type 1 to confirm\./u);
    assert.deepEqual(sent('DELETE'), ['/api/v1/lora/old-experiment']);
  });

  it('reports how each ended, tries nothing again while that is unknown, and then what is left', async () => {
    const { service } = world();
    const names = window().names.slice(0, 5);
    const [unknown, refused, ...deleted] = names.map(String);
    assert.ok(unknown && refused);
    fail(unknown, { kind: 'reset' });
    fail(refused, { kind: 'status', status: 403 });
    service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    checking('all');
    const seen = person({ typed: ['5'] });
    await window().feature.deleteLoras(undefined, rows(names));
    assert.match(window().report(), /\n3 deleted, 1 refused, 1 unconfirmed\.\n/u);
    assert.deepEqual(
      (await window().journalEntries()).flatMap(({ name, isSure }) => (isSure ? name : [])).sort(),
      deleted.sort(),
    );
    // What is gone would count as already gone.
    await window().feature.many.tryAgain(window().reportUris()[0]);
    assert.match(seen.messages.at(-1) ?? '', /^It is still unknown what was deleted\. /u);
    service.clearFaults();
    service.clearRequests();
    const picks = checking('all');
    person({ typed: ['2'] });
    await window().feature.many.tryAgain(window().reportUris()[0]);
    assert.equal(picks[0]?.rows.length, 2);
    assert.equal(sent('GET')[0], '/api/v1/lora');
    assert.equal(sent('DELETE').length, 2);
    assert.deepEqual(await window().journaled(), names.toSorted());
    assert.match(window().report(), /\n5 deleted\.\n/u);
  });

  it('stops between entries', async () => {
    const { service, pending } = world();
    const names = window().names.slice(0, 12);
    const release = holdRequests(service, 'DELETE /api/v1/lora/{name}');
    const first = service.nextRequest(({ method }) => method === 'DELETE');
    checking('all');
    person({ typed: ['12'] });
    const deleting = window().feature.deleteLoras(undefined, rows(names));
    await first;
    assert.match(pending.bulk.running?.text() ?? '', /^Deleting 1 of 12 from/u);
    pending.bulk.stop();
    assert.match(pending.bulk.running?.text() ?? '', /^Stopping the deletion/u);
    release();
    await deleting;
    assert.match(window().report(), /You stopped the deletion\./u);
    assert.equal(pending.bulk.running, undefined);
  });

  it('deletes nothing more once the connection becomes read-only', async () => {
    const { service, connections, connection } = world();
    const names = window().names.slice(0, 28);
    const first = service.nextRequest(({ method }) => method === 'DELETE');
    checking('all');
    person({ typed: ['28'] });
    const deleting = window().feature.deleteLoras(undefined, rows(names));
    await first;
    const release = holdRequests(service, 'GET /api/v1/lora/{name}');
    await connections.update(connection, { readOnly: true });
    release();
    await deleting;
    const left = names.filter(has).length;
    assert.ok(left > 0);
    assert.equal(sent('DELETE').length, 28 - left);
    assert.match(window().report(), new RegExp(`${28 - left} deleted, ${left} not tried\\.`, 'u'));
    assert.match(window().report(), /became read-only\./u);
    await window().feature.many.tryAgain(window().reportUris()[0]);
    assert.equal(sent('DELETE').length, 28 - left);
  });

  it('says how it ended if its tab is out of sight, and shows the report on request', async () => {
    window().isInSight = false;
    checking('all');
    const seen = person({ typed: ['2'], button: 'Show Report' });
    await window().feature.deleteLoras(undefined, rows(undeployed));
    assert.match(seen.messages.at(-1) ?? '', /^The deletion from 127\.0\.0\.1:\d+ has ended: 2 deleted\.$/u);
    assert.match(window().report(), /2 deleted\./u);
  });

  it('says whose each LoRA is', async () => {
    const picks = checking('leave');
    const names = ['support-tone-v7', 'support-tone-v5', 'release-notes-writer', 'imported-without-creator'];
    await window().feature.deleteLoras(undefined, rows(names));
    assert.deepEqual(
      picks[0]?.rows.map((row) => row.replace(/ · \d+ (?:day|month|year)s? ago/u, '')),
      [
        'support-tone-v7: llama-3-8b · Ada Example',
        'support-tone-v5: llama-3-8b · API key "Notebook key (Ada)"',
        'release-notes-writer: google/gemma-2-9b-it · Ada Example',
        'imported-without-creator: llama-3-8b',
      ],
    );
  });
});
