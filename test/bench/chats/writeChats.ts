import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes files of chats with three exchanges each, as the extension does; about 9 KB per chat. */
export async function writeChats(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const lines = recordsOf(id, index).map((record) => JSON.stringify(record));
    await writeFile(path.join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`);
  }
}

function recordsOf(id: string, index: number): object[] {
  const ts = 1_700_000_000_000 + index * 60_000;
  const by = { connectionId: 'acme', name: 'tone', settings: {}, column: 'c1' };
  const column = { id: 'c1', connectionId: 'acme', name: 'tone' };
  const meta = { v: 1, type: 'meta', id, ts, title: `Refund tone ${index}`, settings: {}, columns: [column] };
  const exchanges = [0, 1, 2].flatMap((turn) => {
    const user = { v: 1, type: 'user', id: `u${turn}`, ts, text: `Rewrite mail ${index} for me.` };
    const answer = { v: 1, type: 'assistant', id: `a${turn}`, ts, parent: `u${turn}`, ...by, at: ts };
    const text = `Dear Customer ${index}, we are sorry about the window. `.repeat(50);
    return [
      turn === 0 ? user : { ...user, parent: `a${turn - 1}` },
      { ...answer, text, reasoning: '', state: 'complete' },
      { ...meta, columns: [{ ...column, leaf: `a${turn}` }] },
    ];
  });
  return [meta, ...exchanges];
}
