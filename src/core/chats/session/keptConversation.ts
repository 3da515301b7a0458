import type { Logger } from '../../../api/types.ts';
import { type ChatRecord, metaRecord, turnRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import type { Column } from '../tree/column.ts';
import { changedColumns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn } from '../tree/conversation.ts';
import { answerOf } from '../tree/conversationTree.ts';
import type { ChatChange } from './chatChange.ts';
import { TurnSaver } from './turnSaver.ts';

export type ConversationChange = Partial<Omit<Conversation, 'turns' | 'id'>>;

/** The conversation of an open chat. Its turns change in place, so that a streaming answer doesn't copy all of them. */
export class OpenConversation {
  #value: ReturnType<typeof copyOf>;

  constructor(conversation: Conversation) {
    this.#value = copyOf(conversation);
  }

  get value(): Conversation {
    return this.#value;
  }

  turn(id: string | undefined): Turn | undefined {
    return id === undefined ? undefined : this.#value.turns.get(id);
  }

  answer(id: string): AnswerTurn | undefined {
    return answerOf(this.#value, id);
  }

  /** Adds a turn, or replaces the one with its id, which keeps its place among its siblings. */
  put(turn: Turn): void {
    this.#value.turns.set(turn.id, turn);
  }

  update(change: ConversationChange): void {
    this.#value = { ...this.#value, ...change };
  }

  replace(conversation: Conversation): void {
    this.#value = copyOf(conversation);
  }
}

function copyOf(conversation: Conversation) {
  return { ...conversation, turns: new Map(conversation.turns) };
}

interface Options {
  store: Pick<ChatStore, 'append'>;
  log: Logger;
  /** See `TurnSaver.unkept`. */
  unkept: Iterable<string> | undefined;
  readOnly: () => boolean;
  fire: (change: ChatChange) => void;
  onTaken: () => void;
}

/** The conversation of an open chat: reports its changes and writes them to disk. */
export class KeptConversation extends OpenConversation {
  readonly saver: TurnSaver;
  readonly #fire: (change: ChatChange) => void;

  constructor(conversation: Conversation, { store, log, unkept, readOnly, fire, onTaken }: Options) {
    super(conversation);
    this.#fire = fire;
    this.saver = new TurnSaver({
      store,
      log,
      readOnly,
      conversation: () => this.value,
      ...(unkept && { unkept }),
      onNotKept: (code) => fire({ type: 'notKept', code }),
      onKeptAgain: () => fire({ type: 'frame' }),
      onTaken,
    });
  }

  /** Changes the conversation without writing anything. */
  show(change: ConversationChange): void {
    const before = columnsShown(this.value);
    this.update(change);
    if (columnsShown(this.value) !== before) this.#fire({ type: 'path' });
    this.#fire({ type: 'frame' });
  }

  /** Changes the conversation and writes it, after `records`. */
  async change(change: ConversationChange, records: readonly ChatRecord[] = []): Promise<void> {
    this.show(change);
    if (records.length > 0) this.#fire({ type: 'path' });
    await this.saver.keep([...records, metaRecord(this.value, Date.now())]);
  }

  /** Puts changed turns into the conversation and returns their records. */
  putAll(turns: readonly Turn[]): ChatRecord[] {
    for (const turn of turns) this.put(turn);
    return turns.map((turn) => turnRecord(turn, turn.at));
  }

  /** Replaces the conversation by one with other turns, without writing anything. */
  replaceTree(conversation: Conversation): void {
    this.replace(conversation);
    this.#fire({ type: 'path' });
    this.#fire({ type: 'frame' });
  }

  /** Returns the columns with `change` applied to one of them. */
  withColumn(id: string, change: (column: Column) => Column): Pick<Conversation, 'columns'> {
    const { columns } = changedColumns(this.value, (column) => (column.id === id ? change(column) : column));
    return { columns };
  }
}

/** Returns a string that changes whenever the columns show something else. */
function columnsShown({ columns }: Conversation): string {
  return JSON.stringify(columns.map(({ id, leaf, chosen }) => [id, leaf, chosen]));
}
