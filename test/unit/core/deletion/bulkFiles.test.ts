import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BulkPlan } from '../../../../src/core/deletion/bulkFile.ts';
import { BulkFiles } from '../../../../src/core/deletion/bulkFiles.ts';
import { OwnerLocks } from '../../../../src/core/files/ownerLocks.ts';
import { lora, RecordingLog, silent, useFolder } from '../fixtures.ts';
import { acme, brief } from './bulkBench.ts';

describe('The bulk deletions on disk', () => {
  const folder = useFolder();
  const own = () => join(folder(), 'deletions');
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const locks of windows.splice(0)) locks.dispose();
  });

  function openWindow(): { files: BulkFiles; close(): void } {
    const locks = new OwnerLocks(own(), silent);
    windows.push(locks);
    return { files: new BulkFiles(own(), locks, silent), close: () => locks.dispose() };
  }

  const plan = (...names: string[]): BulkPlan => ({
    connection: acme,
    at: Date.now(),
    loras: names.map((name) =>
      lora(name, { createdAt: 5, creator: { apiKeyName: 'ci' }, baseModelName: 'llama' }),
    ),
  });
  const found = async (files: BulkFiles) =>
    (await files.orphaned()).map(({ kept }) => kept.entries.map(brief).join(', '));

  it('are found by the next window once theirs is gone, and by nobody before', async () => {
    const first = openWindow();
    const second = openWindow();
    const { file } = await first.files.begin(plan('a', 'b', 'c', 'd'));
    await file.sent('a', { name: 'a' });
    await file.outcome('a', { is: 'deleted' });
    await file.sent('b', { name: 'b', seen: 'before' });
    assert.deepEqual(await found(second.files), []);
    assert.deepEqual(await found(first.files), [], 'It is no orphan in its own window.');
    first.close();
    const [orphan] = await second.files.orphaned();
    assert.ok(orphan);
    assert.deepEqual(orphan.kept.entries.map(brief), [
      'a: deleted',
      'b: unknown',
      'c: notTried (interrupted)',
      'd: notTried (interrupted)',
    ]);
    assert.deepEqual(orphan.kept.retrieved.get('b'), { name: 'b', seen: 'before' });
    assert.deepEqual(orphan.kept.entries[3]?.lora, plan('d').loras[0]);
    assert.deepEqual(await found(second.files), [], 'It is told of twice.');
  });

  it('are found once by a window that looks twice at the same time', async () => {
    const first = openWindow();
    await first.files.begin(plan('a'));
    first.close();
    const { files } = openWindow();
    const looks = await Promise.all([found(files), found(files)]);
    assert.deepEqual(looks.flat(), ['a: notTried (interrupted)']);
  });

  it('know that they have ended, and why the rest was not tried', async () => {
    const first = openWindow();
    const { file } = await first.files.begin(plan('a', 'b'));
    await file.outcome('a', { is: 'refused', at: 'check', error: { kind: 'unauthorized', status: 401 } });
    await file.ended('keyRefused');
    await file.told();
    first.close();
    const [orphan] = await openWindow().files.orphaned();
    assert.ok(orphan?.kept.endedAt !== undefined && orphan.kept.isTold);
    assert.deepEqual(orphan.kept.entries.map(brief), ['a: refused', 'b: notTried (keyRefused)']);
  });

  it('are gone with their lock once they were looked at', async () => {
    const { files } = openWindow();
    const { id } = await files.begin(plan('a'));
    await files.remove(id);
    assert.deepEqual(await readdir(own()), []);
  });

  it('lose one line to a crash, and nothing else', async () => {
    const first = openWindow();
    const { id, file } = await first.files.begin(plan('a', 'b'));
    const path = join(own(), `${id}.jsonl`);
    await appendFile(path, '{"is":"sent","na');
    await file.sent('b', {});
    first.close();
    assert.deepEqual(await found(openWindow().files), ['a: notTried (interrupted), b: unknown']);
  });

  it('that are torn before their plan was whole had sent nothing, and go', async () => {
    const first = openWindow();
    const { id } = await first.files.begin(plan('a'));
    const path = join(own(), `${id}.jsonl`);
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, 40));
    first.close();
    assert.deepEqual(await found(openWindow().files), []);
    assert.deepEqual(await readdir(own()), []);
  });

  it('of a newer version are left where they are', async () => {
    const first = openWindow();
    const { id } = await first.files.begin(plan('a'));
    const path = join(own(), `${id}.jsonl`);
    await writeFile(path, '{"v":2,"is":"plan"}\n');
    first.close();
    assert.deepEqual(await found(openWindow().files), []);
    assert.deepEqual(await readdir(own()), [`${id}.jsonl`]);
  });

  it('are none where there is no folder, and said in the log where it can’t be read', async () => {
    assert.deepEqual(await found(openWindow().files), []);
    await writeFile(own(), 'a file');
    const log = new RecordingLog();
    assert.deepEqual(await new BulkFiles(own(), new OwnerLocks(own(), silent), log).orphaned(), []);
    assert.match(log.lines.join(), /ENOTDIR/u);
  });
});
