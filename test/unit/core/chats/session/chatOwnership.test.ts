import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { deletedRecord, metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { turnTexts } from '../../../../../src/core/chats/disk/chatText.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { TakenError } from '../../../../../src/core/files/ownedFile.ts';
import { stalledDisk } from '../../files/stalledDisk.ts';
import { chatId, column, metaLine, questionLine, silent, turnsIn, useFolder } from '../../fixtures.ts';

describe('A chat that two windows open', () => {
  const folder = useFolder();
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const window of windows.splice(0)) window.dispose();
    mock.timers.reset();
  });
  const newWindow = () => {
    const locks = new OwnerLocks(folder(), silent);
    windows.push(locks);
    const store = new ChatStore(folder(), silent);
    return { locks, store, ownership: new ChatOwnership(store, locks, () => true, silent) };
  };
  it('is owned by the first, and read by the second', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const first = await one.ownership.open(chatId);
    const second = await other.ownership.open(chatId);
    assert.deepEqual([first?.readOnly, second?.readOnly], [undefined, 'elsewhere']);
    await first?.writer.append(chatId, [questionLine('u2', 'More', 'u1')]);
    await assert.rejects(async () => second?.writer.append(chatId, [questionLine('u3', 'Mine')]), TakenError);
    assert.deepEqual([...turnsIn((await one.store.load(chatId))?.conversation).keys()], ['u1', 'u2']);
  });

  it('passes to the second as the first left it, once the first releases it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const writer = one.ownership.newWriter();
    await writer.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const second = await other.ownership.open(chatId);
    assert.ok(second);
    assert.equal(await other.ownership.takeOver(chatId, second.writer), undefined);
    await writer.append(chatId, [questionLine('u2', 'More', 'u1')]);
    await writer.close();
    const left = await other.ownership.takeOver(chatId, second.writer);
    assert.deepEqual([...turnsIn(left).keys()], ['u1', 'u2']);
    await second.writer.append(chatId, [questionLine('u3', 'Mine', 'u2')]);
    await assert.rejects(writer.append(chatId, [questionLine('u4', 'Too late')]), TakenError);
  });

  it('is taken over once its window was silent for three beats, which then writes no more', async () => {
    // The timer of the first window is a real one, and rests in this test.
    const one = newWindow();
    mock.timers.enable({ apis: ['setInterval'] });
    const other = newWindow();
    const writer = one.ownership.newWriter();
    await writer.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const second = await other.ownership.open(chatId);
    assert.equal(second?.readOnly, 'elsewhere');
    mock.timers.tick(30_000);
    const lost = new Promise<string>((resolve) => void one.locks.onDidLose(resolve));
    assert.deepEqual([...turnsIn(await other.ownership.takeOver(chatId, second.writer)).keys()], ['u1']);
    await assert.rejects(writer.append(chatId, [questionLine('u2', 'Late', 'u1')]), TakenError);
    assert.equal(await lost, chatId);
    await second.writer.append(chatId, [questionLine('u3', 'Mine', 'u1')]);
    assert.deepEqual([...turnsIn((await one.store.load(chatId))?.conversation).keys()], ['u1', 'u3']);
  });

  it('shows what the second wrote, whatever comes late from the first', async () => {
    const disk = stalledDisk();
    const locks = new OwnerLocks(folder(), silent);
    windows.push(locks);
    const lateStore = new ChatStore(folder(), silent, { openFile: disk.openFile });
    const one = new ChatOwnership(lateStore, locks, () => true, silent);
    const other = newWindow();
    const shown = (last: string, title: string) => metaLine({ title, columns: [column('tone', { last })] });
    const writer = one.newWriter();
    await writer.append(chatId, [metaLine(), questionLine('u1', 'Hi'), shown('u1', 'First')]);
    const { reached, goOn } = disk.stall();
    const late = writer.append(chatId, [
      ...[questionLine('u2', 'Late', 'u1'), deletedRecord(chatId, ['u1'], 1), shown('u2', 'Late')],
    ]);
    await reached;
    // As after a stop of half a minute.
    locks.dispose();
    const taken = await other.ownership.open(chatId);
    assert.equal(taken?.readOnly, undefined);
    await taken?.writer.append(chatId, [questionLine('u3', 'Mine', 'u1'), shown('u3', 'Second')]);
    goOn();
    await late;
    const reader = newWindow();
    const { conversation } = (await reader.store.load(chatId)) ?? {};
    assert.deepEqual([...turnsIn(conversation).keys()], ['u1', 'u3', 'u2']);
    assert.deepEqual([conversation?.columns[0].last, conversation?.title], ['u3', 'Second']);
    const found = await turnTexts(reader.store.lines(chatId));
    assert.deepEqual(found.map(({ text }) => text).toSorted(), ['Hi', 'Late', 'Mine']);
    for (const { store } of [reader, other])
      assert.deepEqual(
        (await store.list()).map(({ title }) => title),
        ['Second'],
      );
    // Whoever takes it next is later still.
    await taken?.writer.close();
    const next = await reader.ownership.open(chatId);
    await next?.writer.append(chatId, [shown('u2', 'Third')]);
    assert.equal((await newWindow().store.load(chatId))?.conversation.title, 'Third');
  });

  it('is not restored if another window deleted it', async () => {
    const { ownership, locks } = newWindow();
    const writer = ownership.newWriter();
    await writer.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    await rm(folder(), { recursive: true });
    await mkdir(folder());
    await assert.rejects(writer.append(chatId, [questionLine('u2', 'More')]), TakenError);
    assert.deepEqual(await readdir(folder()), []);
    assert.equal(await locks.isTaken(chatId), false);
  });

  it('can be changed from the list only if no other window has it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const rename = () => other.ownership.change(chatId, (kept) => [metaRecord({ ...kept, title: 'New' }, 1)]);
    const hold = await one.locks.take(chatId);
    assert.equal(await rename(), 'elsewhere');
    await hold?.release();
    assert.equal(await rename(), 'changed');
    assert.match(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), /New/u);
    assert.ok(await one.locks.take(chatId));
  });

  it('is changed in its newest state, so that no turn of another window is hidden', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const writer = one.ownership.newWriter();
    await writer.append(chatId, [
      metaLine(),
      questionLine('u1', 'Hi'),
      metaLine({ columns: [column('tone', { last: 'u1' })] }),
    ]);
    // The earlier state that a list or an input box was shown with.
    assert.ok(await other.store.look(chatId));
    await writer.append(chatId, [
      questionLine('u2', 'More', 'u1'),
      metaLine({ columns: [column('llama', { last: 'u2' })] }),
    ]);
    await writer.close();
    await other.ownership.change(chatId, (kept) => [metaRecord({ ...kept, title: 'New' }, kept.updatedAt)]);
    const now = (await one.store.load(chatId))?.conversation;
    assert.deepEqual([now?.title, now?.columns], ['New', [column('llama', { last: 'u2' })]]);
  });

  it('is not changed if it is missing, damaged or of a newer format', async () => {
    const { ownership } = newWindow();
    const change = () => ownership.change(chatId, () => [metaLine()]);
    assert.equal(await change(), 'missing');
    await writeFile(join(folder(), `${chatId}.jsonl`), '{"v":2,"type":"vote"}\n');
    assert.equal(await change(), 'newer');
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
    assert.equal(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), '{"v":2,"type":"vote"}\n');
  });

  it('stays with its tab if it is pinned while that opens', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const pin = () =>
      one.ownership.change(chatId, (kept) => [metaRecord({ ...kept, pinned: true }, kept.updatedAt)]);
    const [, opened] = await Promise.all([pin(), one.ownership.open(chatId), pin()]);
    await opened?.writer.append(chatId, [questionLine('u2', 'More', 'u1')]);
    assert.equal((await other.ownership.open(chatId))?.readOnly, 'elsewhere');
    await opened?.writer.close();
    assert.equal((await other.ownership.open(chatId))?.readOnly, undefined);
  });

  it('is not taken again by a late write once it is closed', async () => {
    const { ownership, store } = newWindow();
    await store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const opened = await ownership.open(chatId);
    await opened?.writer.close();
    await assert.rejects(async () => opened?.writer.append(chatId, [questionLine('u2', 'Late')]), TakenError);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('is released if its tab closes while it is being taken over', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
    const first = await one.ownership.open(chatId);
    const second = await other.ownership.open(chatId);
    assert.ok(second);
    await first?.writer.close();
    await Promise.all([other.ownership.takeOver(chatId, second.writer), second.writer.close()]);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('is not set aside by a reading window while another one is about to write it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.locks.take(chatId);
    const half = JSON.stringify(metaLine()).slice(0, 20);
    await writeFile(join(folder(), `${chatId}.jsonl`), half);
    assert.equal(await other.ownership.open(chatId), undefined);
    assert.equal(await other.store.look(chatId), undefined);
    assert.equal(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), half);
  });

  it('belongs to nobody if its format is newer, and can be read by all', async () => {
    await writeFile(join(folder(), `${chatId}.jsonl`), '{"v":2,"type":"vote"}\n');
    for (const { ownership } of [newWindow(), newWindow()]) {
      assert.equal((await ownership.open(chatId))?.readOnly, 'newer');
    }
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });
});
