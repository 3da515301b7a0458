import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { mock } from 'node:test';
import { lora, useFolder } from '../fixtures.ts';
import { acme, agreed, brief } from './deletionBench.ts';
import { deployment, found, plan, useDeletionWindows } from './deletionWindows.ts';

describe('Open deletions whose window has died', () => {
  const folder = useFolder();
  const { own, path, journal, files, openWindow } = useDeletionWindows(folder);

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
    const first = openWindow();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const clock = mock.method(Date, 'now', () => 1_763_200_000_000);
    for (const name of names) await first.open.begin(agreed, plan(name));
    clock.mock.restore();
    first.close();
    assert.deepEqual(
      await found(openWindow().open),
      names.map((name) => `${name}: notTried (interrupted)`),
    );
  });

  it('are found once by a window that checks twice at the same time', async () => {
    const first = openWindow();
    for (const name of ['a', 'b', 'c']) await first.open.begin(agreed, plan(name));
    first.close();
    const { open } = openWindow();
    const looks = await Promise.all([found(open), found(open), found(open)]);
    assert.deepEqual(
      looks.flat().sort(),
      ['a', 'b', 'c'].map((name) => `${name}: notTried (interrupted)`),
    );
  });

  it('lose one line to a crash, and nothing else', async () => {
    const first = openWindow();
    const { sent } = await first.open.begin(agreed, plan('a', 'b'));
    await appendFile(path(), '{"v":1,"is":"sent","na');
    await sent('b', {});
    first.close();
    assert.deepEqual(await found(openWindow().open), ['a: notTried (interrupted), b: unknown']);
  });

  it('are removed if they died before their beginning was written, since they sent nothing', async () => {
    const first = openWindow();
    await first.open.begin(agreed, plan('a'));
    await rm(path());
    first.close();
    assert.deepEqual(await found(openWindow().open), []);
    assert.deepEqual(await files(), []);
  });

  it('are left to a newer version if that may have begun them', async () => {
    const first = openWindow();
    const { id } = await first.open.begin(agreed, plan('a'));
    await writeFile(path(), (await journal()).replace('"v":1', '"v":2'));
    first.close();
    assert.deepEqual(await found(openWindow().open), []);
    assert.deepEqual(await files(), [`${id}.open`]);
  });

  it('that can’t be read now are found by a later check', async () => {
    const first = openWindow();
    await first.open.begin(agreed, plan('a'));
    const before = await journal();
    await rm(path());
    await mkdir(path());
    first.close();
    const { open } = openWindow();
    await assert.rejects(open.orphaned(), { code: 'EISDIR' });
    await rm(path(), { recursive: true });
    await writeFile(path(), before);
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
