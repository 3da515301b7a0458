import assert from 'node:assert/strict';
import { appendFile, open, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { turnRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { HistoryOffError } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { TurnSaver } from '../../../../../src/core/chats/session/turnSaver.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import type { OpenFile } from '../../../../../src/core/files/appendLines.ts';
import { TakenError } from '../../../../../src/core/files/ownedFile.ts';
import {
  chatId,
  column,
  newAnswer,
  newQuestion,
  RecordingLog,
  silent,
  turnsIn,
  useFolder,
} from '../../fixtures.ts';
import { emptyConversation, turnsOf } from '../chatScript.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

/** A disk that refuses with `code` after `room` bytes of a write, until that is cleared; it has `size` bytes for the chat. */
class FailingDisk {
  code: string | undefined;
  room = 0;
  size = Number.POSITIVE_INFINITY;
  onRefused: () => Promise<void> = async () => undefined;
  readonly open: OpenFile = async (path, flags, mode) => {
    if (this.code === 'EROFS' || this.code === 'EACCES') throw failure(this.code);
    const file = await open(path, flags, mode);
    const write = file.write.bind(file);
    const limited = async (bytes: Uint8Array) => {
      if (this.code === undefined) {
        const left = this.size - (await file.stat()).size;
        if (left <= 0) throw failure('ENOSPC');
        return write(bytes.subarray(0, left));
      }
      if (this.room === 0) {
        await this.onRefused();
        throw failure(this.code);
      }
      const result = await write(bytes.subarray(0, this.room));
      this.room = 0;
      return result;
    };
    return Object.assign(file, { write: limited });
  };
}

describe('What is written of an open chat', () => {
  const folder = useFolder();
  const disk = new FailingDisk();
  const said: (string | undefined)[] = [];
  let log: RecordingLog;
  let saver: TurnSaver;
  let conversation: Conversation;
  let keptAgain: PromiseWithResolvers<void>;

  const keep = (turn: Turn) => {
    const { id, at } = turn;
    const turns = turnsOf([...turnsIn(conversation).values(), turn]);
    conversation = { ...conversation, ...turns, columns: [column('tone', { last: id })] };
    return saver.keep([turnRecord(turn, at)], [id]);
  };
  const say = (id: string, question?: string) =>
    keep(question === undefined ? newQuestion(id) : newAnswer(id, question));
  const stored = async () => (await new ChatStore(folder(), silent).load(chatId))?.conversation;
  const saverOver = (store: Pick<ChatStore, 'append'>, retries = [3_600_000]) =>
    new TurnSaver(
      {
        get value() {
          return conversation;
        },
        readOnly: undefined,
        fire: (change) => (change.type === 'notKept' ? said.push(change.code) : keptAgain.resolve()),
        lose: () => said.push('taken'),
      },
      store,
      log,
      [],
      retries,
    );

  beforeEach(() => {
    disk.code = undefined;
    disk.room = 0;
    disk.size = Number.POSITIVE_INFINITY;
    disk.onRefused = async () => undefined;
    said.length = 0;
    log = new RecordingLog();
    keptAgain = Promise.withResolvers();
    conversation = emptyConversation({ title: 'Kept' });
    saver = saverOver(new ChatStore(folder(), silent, { openFile: disk.open }));
  });
  afterEach(() => saver.dispose());

  for (const [code, room] of [
    ['ENOSPC', 0],
    ['ENOSPC', 17],
    ['EDQUOT', 40],
    ['EIO', 5],
    ['EROFS', 0],
    ['EACCES', 0],
  ] as const) {
    it(`is kept in memory over ${code} after ${room} bytes, reported once, and written later`, async () => {
      assert.equal(await say('u1'), 'kept');
      Object.assign(disk, { code, room });
      assert.equal(await say('a1', 'u1'), 'behind');
      assert.equal(await say('a2', 'u1'), 'behind');
      assert.ok(saver.isFailing);
      assert.deepEqual(said, [code]);
      assert.deepEqual([...turnsIn(await stored()).keys()], ['u1']);
      disk.code = undefined;
      assert.equal(await say('a3', 'u1'), 'kept');
      assert.equal(saver.isFailing, false);
      assert.deepEqual(turnsIn(await stored()), turnsIn(conversation));
      assert.doesNotMatch(log.lines.join('\n'), /it failed/u);
    });
  }

  describe('on a disk that is almost full', () => {
    const text = (length: number) => 'x'.repeat(length);
    const bytes = () => readFile(join(folder(), `${chatId}.jsonl`), 'utf8');

    it('leaves nothing of what did not fit, so that as much more room as was missing is enough', async () => {
      disk.size = 4500;
      assert.equal(await keep(newQuestion('u1', undefined, text(6000))), 'behind');
      await saver.catchUp();
      assert.equal((await bytes()).length, 0);
      disk.size = 6500;
      await saver.catchUp();
      assert.deepEqual(turnsIn(await stored()), turnsIn(conversation));
      assert.equal(saver.isFailing, false);
    });

    it('is only what is missing, once there is room for that', async () => {
      assert.equal(await keep(newQuestion('u1', undefined, text(3000))), 'kept');
      const before = await bytes();
      disk.size = 3500;
      assert.equal(await keep(newQuestion('u2', 'u1', text(1000))), 'behind');
      assert.equal(await keep(newQuestion('u3', 'u2', text(10))), 'behind');
      assert.ok((await bytes()) === before);
      disk.size = 5500;
      await saver.catchUp();
      assert.equal(saver.isFailing, false);
      assert.deepEqual(turnsIn(await stored()), turnsIn(conversation));
      assert.ok((await bytes()).startsWith(before));
    });

    it('stays whatever somebody else has written behind it', async () => {
      assert.equal(await keep(newQuestion('u1')), 'kept');
      const before = await bytes();
      Object.assign(disk, { code: 'ENOSPC', room: 20 });
      disk.onRefused = () => appendFile(join(folder(), `${chatId}.jsonl`), 'theirs\n');
      assert.equal(await keep(newQuestion('u2', 'u1')), 'behind');
      assert.equal((await bytes()).slice(before.length + 20), 'theirs\n');
    });
  });

  it('is tried again by itself, and reported as written', async () => {
    saver.dispose();
    saver = saverOver(new ChatStore(folder(), silent, { openFile: disk.open }), [1, 2]);
    disk.code = 'ENOSPC';
    await say('u1');
    await say('a1', 'u1');
    disk.code = undefined;
    await keptAgain.promise;
    assert.deepEqual(turnsIn(await stored()), turnsIn(conversation));
    assert.deepEqual(said, ['ENOSPC']);
  });

  it('is reported again if it fails again later', async () => {
    for (let time = 0; time < 2; time++) {
      disk.code = 'EIO';
      await say(`u${time}`);
      disk.code = undefined;
      await saver.catchUp();
    }
    assert.deepEqual(said, ['EIO', 'EIO']);
  });

  it('is kept in memory if a device is really full', async function () {
    if (process.platform !== 'linux') this.skip();
    await symlink('/dev/full', join(folder(), `${chatId}.jsonl`));
    assert.equal(await say('u1'), 'behind');
    assert.deepEqual(said, ['ENOSPC']);
  });

  it('keeps its order, however long one write takes', async () => {
    const written: unknown[] = [];
    const first = Promise.withResolvers<void>();
    let writes = 0;
    saver = saverOver({
      append: async (_id, records) => {
        writes += 1;
        if (writes === 1) await first.promise;
        written.push(...records.map((record) => ('text' in record ? record.text : '')));
      },
    });
    const checkpoint = saver.keep([turnRecord({ ...newAnswer('a1', 'u1'), text: 'Half' }, 1)]);
    const end = saver.keep([turnRecord({ ...newAnswer('a1', 'u1'), text: 'Half and all' }, 2)]);
    setImmediate(first.resolve);
    await Promise.all([checkpoint, end]);
    assert.deepEqual(written, ['Half', 'Half and all']);
  });

  it('is written again by the next write if the one under way fails', async () => {
    const disk = Promise.withResolvers<void>();
    const store = new ChatStore(folder(), silent);
    let writes = 0;
    saver = saverOver({
      append: async (id, records) => {
        writes += 1;
        if (writes === 1) await disk.promise;
        await store.append(id, records);
      },
    });
    const failing = say('u1');
    const next = say('a1', 'u1');
    disk.reject(failure('ENOSPC'));
    assert.deepEqual(await Promise.all([failing, next]), ['behind', 'kept']);
    assert.deepEqual([...turnsIn(await stored()).keys()], ['u1', 'a1']);
  });

  describe('while history is off', () => {
    let isOff: boolean;
    beforeEach(() => {
      isOff = false;
      const store = new ChatStore(folder(), silent);
      saver = saverOver({
        append: async (id, records) => {
          if (isOff) throw new HistoryOffError('Off.');
          await store.append(id, records);
        },
      });
    });
    it('does not include a system prompt that was typed then', async () => {
      await say('u1');
      isOff = true;
      conversation = { ...conversation, settings: { systemPrompt: 'Secret' } };
      saver.keepTyped(true);
      await saver.catchUp();
      isOff = false;
      await saver.settle();
      await say('a1', 'u1');
      assert.doesNotMatch(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), /Secret/u);
    });

    it('includes nothing that is left from a failed write', async () => {
      disk.code = 'EROFS';
      saver = saverOver(new ChatStore(folder(), silent, { openFile: disk.open }));
      await say('u1');
      saver.leaveUnwritten(['a1']);
      disk.code = undefined;
      await say('a1', 'u1');
      await assert.rejects(readFile(join(folder(), `${chatId}.jsonl`)));
    });
  });

  it('belongs to another window once that has taken it', async () => {
    saver = saverOver({ append: () => Promise.reject(new TakenError('Taken.')) });
    assert.equal(await say('u1'), 'taken');
    assert.deepEqual(said, ['taken']);
    await assert.rejects(readFile(join(folder(), `${chatId}.jsonl`)));
  });
});
