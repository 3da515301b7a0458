import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { chatId, metaLine, silent, useFolder, userLine } from '../../fixtures.ts';

const script = join(import.meta.dirname, 'appendingChild.ts');

function startChild(folder: string, name: string, count?: number): ChildProcess {
  const args = [script, folder, name, ...(count === undefined ? [] : [String(count)])];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('Several processes with one chat', function () {
  this.timeout(20_000);
  const folder = useFolder();
  const read = async () => {
    const stored = await new ChatStore(folder(), silent).load(chatId);
    assert.ok(stored);
    return stored.conversation.turns;
  };

  it('lose nothing that was kept when one of them is killed while appending', async () => {
    const store = new ChatStore(folder(), silent);
    await store.append(chatId, [metaLine()]);
    for (const round of ['a', 'b']) {
      const child = startChild(folder(), round);
      const exited = once(child, 'exit');
      let kept = -1;
      assert.ok(child.stdout);
      for await (const line of createInterface({ input: child.stdout })) {
        kept = Number(line);
        if (kept === 20) child.kill('SIGKILL');
      }
      await exited;
      await store.append(chatId, [userLine(`after-${round}`, 'More')]);
      const turns = await read();
      for (let index = 0; index <= kept; index++)
        assert.ok(turns.has(`${round}${index}`), `${round}${index}`);
      assert.ok(turns.has(`after-${round}`));
    }
    const lines = (await readFile(join(folder(), `${chatId}.jsonl`), 'utf8')).trimEnd().split('\n');
    const bad = lines.filter((line) => readRecord(line).is !== 'record');
    assert.ok(bad.length <= 2, 'A kill tears one line at most.');
  });

  it('keep each other’s lines whole and lose none over hundreds of appends each', async function () {
    this.timeout(60_000);
    const count = 300;
    await new ChatStore(folder(), silent).append(chatId, [metaLine()]);
    const children = ['a', 'b'].map((name) => startChild(folder(), name, count).on('error', assert.fail));
    for (const child of children) child.stdout?.resume();
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    assert.deepEqual(codes, [0, 0]);
    const turns = await read();
    assert.equal(turns.size, 2 * count);
    const texts = new Set([...turns.values()].map((turn) => turn.text));
    assert.deepEqual([...texts], ['word '.repeat(500)]);
    const text = await readFile(join(folder(), `${chatId}.jsonl`), 'utf8');
    // A process that reads while the other one writes takes the line for torn, and leaves an empty line.
    assert.equal(text.split('\n').filter(Boolean).length, 1 + 2 * count);
  });

  it('keep even very long lines whole', async () => {
    const stores = Array.from({ length: 4 }, () => new ChatStore(folder(), silent));
    await stores[0]?.append(chatId, [metaLine()]);
    const long = 'x'.repeat(2_000_000);
    await Promise.all(
      stores.flatMap((store, writer) =>
        [0, 1, 2].map((index) => store.append(chatId, [userLine(`${writer}-${index}`, long)])),
      ),
    );
    assert.equal((await read()).size, 12);
  });
});
