import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { useFolder } from '../fixtures.ts';
import { acme, agreed, brief, journalBrief } from './deletionBench.ts';
import { deployment, found, plan, useDeletionWindows } from './deletionWindows.ts';

describe('Open deletions', () => {
  const folder = useFolder();
  const { own, path, journal, files, openWindow, takeAway } = useDeletionWindows(folder);

  it('have a lock, a marker and their beginning in the journal before any request', async () => {
    const { open } = openWindow();
    const { id, isHeld } = await open.begin(agreed, plan('a'));
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    assert.equal(await isHeld(), true);
    const line: unknown = JSON.parse(await journal());
    const { name, baseUrl } = acme;
    const loras = [{ kind: 'lora', name: 'a', activeDeployment: deployment }];
    const written = { v: 1, is: 'begun', id, connection: { id: acme.id, name, baseUrl }, loras };
    assert.partialDeepStrictEqual(line, written);
  });

  for (const [what, block] of [
    ['journal', () => mkdir(path())],
    ['folder', () => writeFile(own(), 'a file')],
  ] as const) {
    it(`don’t start if the disk refuses the ${what}, and leave nothing`, async () => {
      await block();
      const { open } = openWindow();
      await assert.rejects(open.begin(agreed, plan('a')));
      if (what === 'journal') assert.deepEqual(await files(), []);
      assert.deepEqual(await found(open), []);
    });
  }

  it('don’t start if the disk refuses the marker, and leave no lock', async () => {
    const { open } = openWindow();
    const id = '0b2d6a52-6a2b-4f43-9b5c-9a52a2ad0e10';
    await mkdir(join(own(), `${id}.open`), { recursive: true });
    await assert.rejects(open.begin(agreed, plan('a'), id));
    assert.ok(!(await files()).includes(`${id}.lock`));
    await assert.rejects(journal(), { code: 'ENOENT' });
  });

  it('record what is sent, its outcome, and the end', async () => {
    const { open } = openWindow();
    const large = { name: 'a', card: 'x'.repeat(300_000) };
    const record = await open.begin(agreed, plan('a', 'b', 'c'));
    await record.sent('a', large);
    await record.outcome(
      'a',
      { is: 'deleted', isReturned: true },
      { object: { ...large, seen: 'returned' } },
    );
    await record.sent('b', { name: 'b' });
    await record.ended('stopped');
    const content = await new DeletionJournal(path()).read(() => undefined);
    const kept = content.open.get(record.id);
    assert.ok(kept?.endedAt !== undefined);
    assert.deepEqual([...kept.entries.values()].map(brief), [
      'a: deleted',
      'b: unknown',
      'c: notTried (stopped)',
    ]);
    assert.deepEqual(content.entries.map(journalBrief), ['a: returned', 'b?']);
    assert.deepEqual(
      content.entries.map(({ cutFrom }) => cutFrom),
      [Buffer.byteLength(JSON.stringify({ ...large, seen: 'returned' })), undefined],
    );
  });

  it('that the person was told about are marked as such, and stay until they are seen', async () => {
    const first = openWindow();
    const { id } = await first.open.begin(agreed, plan('a'));
    await first.open.told(id);
    first.close();
    const second = openWindow();
    assert.equal((await second.open.orphaned())[0]?.isTold, true);
    await second.open.seen(id);
    assert.deepEqual(await files(), []);
    assert.equal((await new DeletionJournal(path()).read(() => undefined)).open.size, 0);
    second.close();
    assert.deepEqual(await found(openWindow().open), []);
  });

  it('are not closed if the disk takes no line, or if they now belong to another window', async () => {
    const { open } = openWindow();
    const { id } = await open.begin(agreed, plan('a'));
    await rm(path());
    await mkdir(path());
    await assert.rejects(open.seen(id), { code: 'EISDIR' });
    await rm(path(), { recursive: true });
    await takeAway(id);
    await open.seen(id);
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    await assert.rejects(journal(), { code: 'ENOENT' });
  });

  it('keep their id if the rest is tried again', async () => {
    const first = openWindow();
    const { id, outcome, ended } = await first.open.begin(agreed, plan('a', 'b'));
    await outcome('a', { is: 'deleted', isReturned: true });
    await ended('stopped');
    const again = await first.open.begin(agreed, plan('b'), id);
    assert.equal(again.id, id);
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    first.close();
    assert.deepEqual(await found(openWindow().open), ['a: deleted, b: notTried (interrupted)']);
  });

  it('stay if trying again can’t be recorded', async () => {
    const first = openWindow();
    const { id } = await first.open.begin(agreed, plan('a'));
    const before = await journal();
    await rm(path());
    await mkdir(path());
    await assert.rejects(first.open.begin(agreed, plan('a'), id), { code: 'EISDIR' });
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    await rm(path(), { recursive: true });
    await writeFile(path(), before);
    first.close();
    assert.deepEqual(await found(openWindow().open), ['a: notTried (interrupted)']);
  });

  it('that now belong to another window are not tried again, and nothing is written', async () => {
    const { open } = openWindow();
    const { id } = await open.begin(agreed, plan('a'));
    await takeAway(id);
    const before = await journal();
    await assert.rejects(open.begin(agreed, plan('a'), id), { code: 'EBUSY' });
    assert.equal(await journal(), before);
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
  });
});
