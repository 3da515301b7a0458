import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Lora } from '../../../../src/api/types.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { lora, RecordingLog, silent, useFolder } from '../fixtures.ts';
import { acme, agreed, brief, journalBrief } from './deletionBench.ts';

const deployment = { createdAt: 5, creator: { apiKeyName: 'ci' }, baseModelName: 'llama' };

function plan(...names: string[]): Lora[] {
  return names.map((name) => lora(name, deployment));
}

/** Windows with one journal and one folder of open deletions; closed after each test. */
function useDeletionWindows(folder: () => string) {
  const own = () => join(folder(), 'deletions');
  const path = () => join(folder(), 'deleted.jsonl');
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const locks of windows.splice(0)) locks.dispose();
  });
  return {
    own,
    path,
    journal: () => readFile(path(), 'utf8'),
    files: async () => (await readdir(own())).sort(),

    openWindow(log = new RecordingLog()) {
      const locks = new OwnerLocks(own(), silent);
      windows.push(locks);
      const open = new OpenDeletions(own(), new DeletionJournal(path()), locks, log);
      return { open, log, close: () => locks.dispose() };
    },

    /** Begins a deletion of each of these in a window that then closes; returns the id of the first. */
    async leave(...names: string[]): Promise<string> {
      const { open, close } = this.openWindow();
      const ids: string[] = [];
      for (const name of names) ids.push((await open.begin(agreed, plan(name))).id);
      close();
      return ids[0] ?? '';
    },

    /** Puts a folder in place of the journal, which returns when the result is called. */
    async block(): Promise<() => Promise<void>> {
      const before = await readFile(path(), 'utf8');
      await rm(path());
      await mkdir(path());
      return async () => {
        await rm(path(), { recursive: true });
        await writeFile(path(), before);
      };
    },

    /** Makes the lock another window's. */
    takeAway(id: string): Promise<void> {
      const lock = { owner: 'another', pid: process.pid, host: 'another' };
      return writeFile(join(own(), `${id}.lock`), JSON.stringify(lock));
    },
  };
}

/** "name: outcome" of each entry, one string per deletion. */
async function found(open: OpenDeletions): Promise<string[]> {
  return (await open.orphaned()).map(({ entries }) => [...entries.values()].map(brief).join(', '));
}

describe('Open deletions', () => {
  const folder = useFolder();
  const { own, path, journal, files, openWindow, block, takeAway } = useDeletionWindows(folder);

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
    const [before, restore] = [await journal(), await block()];
    await assert.rejects(open.seen(id), { code: 'EISDIR' });
    await restore();
    await takeAway(id);
    await open.seen(id);
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    assert.equal(await journal(), before);
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
    const restore = await block();
    await assert.rejects(first.open.begin(agreed, plan('a'), id), { code: 'EISDIR' });
    assert.deepEqual(await files(), [`${id}.lock`, `${id}.open`]);
    await restore();
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

describe('Open deletions whose window has died', () => {
  const windows = useDeletionWindows(useFolder());
  const { own, path, journal, files, openWindow, block } = windows;
  const leave = windows.leave.bind(windows);

  it('are found by the next window once theirs is gone, and never before', async () => {
    const first = openWindow();
    const second = openWindow();
    const { id, sent, outcome } = await first.open.begin(agreed, plan('a', 'b', 'c'));
    await sent('a', { name: 'a' });
    await outcome('a', { is: 'deleted', isReturned: true });
    await sent('b', { name: 'b' });
    assert.deepEqual(await found(second.open), []);
    assert.deepEqual(await found(first.open), [], 'It is no orphan in its own window.');
    first.close();
    const [orphan] = await second.open.orphaned();
    assert.ok(orphan);
    assert.deepEqual([orphan.id, orphan.connection.id, orphan.isTold], [id, acme.id, false]);
    assert.deepEqual([...orphan.entries.values()].map(brief), [
      'a: deleted',
      'b: unknown',
      'c: notTried (interrupted)',
    ]);
    assert.deepEqual(orphan.entries.find(({ lora: { name } }) => name === 'c')?.lora, plan('c')[0]);
    assert.equal(await second.open.record(id).isHeld(), true);
    assert.deepEqual(await found(second.open), [], 'It is told of twice.');
    assert.deepEqual(await found(openWindow().open), [], 'It is the second window’s now.');
  });

  it('are found in the order of their beginnings, even within a millisecond', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const clock = mock.method(Date, 'now', () => 1_763_200_000_000);
    await leave(...names);
    clock.mock.restore();
    assert.deepEqual(
      await found(openWindow().open),
      names.map((name) => `${name}: notTried (interrupted)`),
    );
  });

  it('are found once by a window that checks twice at the same time', async () => {
    await leave('a', 'b', 'c');
    const { open } = openWindow();
    const looks = await Promise.all([found(open), found(open), found(open)]);
    assert.deepEqual(
      looks.flat().sort(),
      ['a', 'b', 'c'].map((name) => `${name}: notTried (interrupted)`),
    );
  });

  it('are removed if they died before their beginning was written, since they sent nothing', async () => {
    await leave('a');
    await rm(path());
    assert.deepEqual(await found(openWindow().open), []);
    assert.deepEqual(await files(), []);
  });

  it('are left to a newer version if that may have begun them', async () => {
    const id = await leave('a');
    await writeFile(path(), (await journal()).replace('"v":1', '"v":2'));
    assert.deepEqual(await found(openWindow().open), []);
    assert.deepEqual(await files(), [`${id}.open`]);
  });

  it('that can’t be read now are found by a later check', async () => {
    await leave('a');
    const restore = await block();
    const { open } = openWindow();
    await assert.rejects(open.orphaned(), { code: 'EISDIR' });
    await restore();
    assert.deepEqual(await found(open), ['a: notTried (interrupted)']);
  });

  it('are none if there is no folder, and logged if it can’t be read', async () => {
    assert.deepEqual(await found(openWindow().open), []);
    await writeFile(own(), 'a file');
    const { open, log } = openWindow();
    assert.deepEqual(await open.orphaned(), []);
    assert.match(log.lines.join(), /ENOTDIR/u);
  });

  it('keep a LoRA whose deployment is too large for a line as a deployed one', async () => {
    const first = openWindow();
    const large = lora('a', { ...deployment, modelName: 'x'.repeat(600_000) });
    await first.open.begin(agreed, [large]);
    assert.ok((await journal()).length < 1000);
    first.close();
    const [orphan] = await openWindow().open.orphaned();
    assert.deepEqual(orphan?.entries[0]?.lora, lora('a', {}));
  });
});
