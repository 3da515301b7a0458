import type { Logger } from '../api/types.ts';
import { errorCode } from './atomicFile.ts';
import { type ChatRecord, metaRecord, turnRecord } from './chatRecord.ts';
import type { ChatStore } from './chatStore.ts';
import type { AnswerTurn, Conversation } from './conversation.ts';

/** How often an answer that streams is written down at most, in milliseconds. */
const checkpointMs = 2000;

/** By how much it must have grown since, so that all its checkpoints together stay a few times its size. */
const checkpointGrowth = 1.25;

interface KeeperOptions {
  store: Pick<ChatStore, 'append'>;
  log: Logger;
  readOnly: boolean;
  /** The conversation as it is now. */
  conversation: () => Conversation;
  /** Called once until writing works again. */
  onNotKept: (code: string | undefined) => void;
}

/** Writes an open chat down. Nothing here rejects: what can't be written goes on in memory. */
export class ChatKeeper {
  readonly #options: KeeperOptions;
  #hasFailed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Resolves to whether it is on the disk now. */
  async keep(records: readonly ChatRecord[]): Promise<boolean> {
    const { store, log, readOnly, conversation, onNotKept } = this.#options;
    if (readOnly) return false;
    const { id } = conversation();
    // After a failure all of it is written once more: a later turn is worth little without those before.
    const isBehind = this.#hasFailed;
    try {
      await store.append(id, isBehind ? this.#allRecords() : records);
      if (isBehind) this.#hasFailed = false;
      return true;
    } catch (error) {
      const code = errorCode(error);
      log.error(`Chat ${id} could not be written: ${code ?? 'unknown error'}`);
      if (!this.#hasFailed) onNotKept(code);
      this.#hasFailed = true;
      return false;
    }
  }

  async keepMeta(): Promise<void> {
    await this.keep([metaRecord(this.#options.conversation(), Date.now())]);
  }

  /** Writes an answer down as it grows, until the function that comes back is called. */
  startCheckpoints(answer: () => AnswerTurn): () => void {
    let kept = lengthOf(answer());
    const timer = setInterval(async () => {
      const before = kept;
      const now = answer();
      const length = lengthOf(now);
      if (length === before || length < before * checkpointGrowth) return;
      kept = length;
      if (!(await this.keep([turnRecord(now, Date.now())]))) kept = before;
    }, checkpointMs);
    return () => clearInterval(timer);
  }

  #allRecords(now = Date.now()): ChatRecord[] {
    const conversation = this.#options.conversation();
    const turns = [...conversation.turns.values()].map((turn) => turnRecord(turn, now));
    return [...turns, metaRecord(conversation, now)];
  }
}

function lengthOf({ text, reasoning }: AnswerTurn): number {
  return text.length + reasoning.length;
}
