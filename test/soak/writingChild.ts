// Takes a chat or run as soon as it is free and writes to it, until it is lost or stdin ends. Says "taken", each number that is surely
// written, and "lost": node writingChild.ts chat|run FOLDER ID NAME FIRST END
import { metaRecord } from '../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../src/core/chats/disk/chatStore.ts';
import { ChatOwnership } from '../../src/core/chats/session/chatOwnership.ts';
import { OwnerLocks } from '../../src/core/files/locks/ownerLocks.ts';
import { TakenError } from '../../src/core/files/ownedFile.ts';
import { column, questionLine, silent } from '../unit/core/fixtures.ts';
import { openRuns } from '../unit/core/promptSets/run/runBench.ts';

const [, , kind = '', folder = '', id = '', name = '', first = '0', end = '0'] = process.argv;

/** How often a window looks whether it is free, in ms. */
const lookMs = 200;

interface Writer {
  write(number: number): Promise<void>;
  end(): Promise<void>;
}

async function takeRun(): Promise<Writer> {
  const { store, locks } = openRuns(folder);
  for (;;) {
    const file = await store.open(id);
    if (file && (await file.claim()))
      return {
        write: (prompt) =>
          file.add({
            ...{ is: 'result', prompt, model: 0, repetition: 0, attempt: 1, state: 'complete', text: name },
            ...{ reasoning: '', figures: { durationMs: 1 }, settings: {}, at: 1 },
          }),
        async end() {
          await file.release();
          locks.dispose();
        },
      };
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

async function takeChat(): Promise<Writer> {
  const locks = new OwnerLocks(folder, silent);
  const store = new ChatStore(folder, silent);
  const ownership = new ChatOwnership(store, locks, () => true, silent);
  for (;;) {
    const opened = await ownership.open(id);
    if (opened && opened.readOnly === undefined) {
      const { conversation, writer } = opened;
      let last = conversation.columns[0].last;
      return {
        async write(number) {
          const turn = `${name}${number}`;
          const columns = [column('tone', { last: turn })] as const;
          const meta = metaRecord({ ...conversation, columns: [columns[0]] }, 1);
          await writer.append(id, [questionLine(turn, turn, last), meta]);
          last = turn;
        },
        async end() {
          await writer.close();
          locks.dispose();
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();
const writer = kind === 'run' ? await takeRun() : await takeChat();
process.stdout.write('taken\n');
try {
  for (let number = Number(first); !isOver && number < Number(end); number++) {
    await writer.write(number);
    process.stdout.write(`${number}\n`);
  }
} catch (error) {
  if (!(error instanceof TakenError)) throw error;
  process.stdout.write('lost\n');
}
await writer.end();
process.exit();
