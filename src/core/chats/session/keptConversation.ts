import { type ChatRecord, metaRecord, turnRecord } from '../disk/chatRecord.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { Column } from '../tree/column.ts';
import { changedColumns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn } from '../tree/conversation.ts';
import { answerOf } from '../tree/conversationTree.ts';
import type { ChatChange } from './chatChange.ts';
import { type DeletedTurns, deletionRecords, withoutTurn, withTurns } from './turnDeletion.ts';
import { type SaverOptions, TurnSaver } from './turnSaver.ts';

export type ConversationChange = Partial<Omit<Conversation, 'turns' | 'id'>>;

interface Options extends Pick<SaverOptions, 'store' | 'log' | 'unkept' | 'readOnly' | 'onTaken'> {
  fire: (change: ChatChange) => void;
}

/**
 * The conversation of an open chat: reports its changes and writes them to disk. Its turns change in place, so that a streaming
 * answer doesn't copy all of them.
 */
export class KeptConversation {
  readonly saver: TurnSaver;
  readonly #fire: (change: ChatChange) => void;
  #value: ReturnType<typeof copyOf>;

  constructor(conversation: Conversation, { fire, ...options }: Options) {
    this.#value = copyOf(conversation);
    this.#fire = fire;
    this.saver = new TurnSaver({
      ...options,
      conversation: () => this.value,
      onNotKept: (code) => fire({ type: 'notKept', code }),
      onKeptAgain: () => fire({ type: 'frame' }),
    });
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

  /** Like `show`, but reports nothing. */
  update(change: ConversationChange): void {
    this.#value = { ...this.#value, ...change };
  }

  /** Replaces all of it and reports nothing. */
  replace(conversation: Conversation): void {
    this.#value = copyOf(conversation);
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

  /**
   * Removes a turn and those that follow it. Returns `undefined` if there is no such turn, or if one of them is among the `streaming`
   * answers.
   */
  async delete(id: string, streaming: readonly string[]): Promise<DeletedTurns | undefined> {
    const left = withoutTurn(this.value, id);
    const ids = left?.gone.turns.map((turn) => turn.id) ?? [];
    if (!left || ids.some((one) => streaming.includes(one))) return undefined;
    this.#replaceTree(left.conversation);
    await this.saver.keep(deletionRecords(left, Date.now()));
    return { ...left.gone, unkept: ids.filter((one) => this.saver.unkept.has(one)) };
  }

  /** Undoes `delete`; `isBusy`: the columns stay as they are. Returns false if that is no longer possible. */
  async restore(gone: DeletedTurns, isBusy: boolean): Promise<boolean> {
    const whole = withTurns(this.value, gone);
    if (!whole) return false;
    this.saver.leaveUnwritten(gone.unkept ?? []);
    this.#replaceTree(isBusy ? { ...whole, columns: this.value.columns } : whole);
    // The whole chat is written: restored turns must follow the line that deleted them, and the chat's time must stay.
    await this.saver.keep(recordsOf(this.value));
    return true;
  }

  #replaceTree(conversation: Conversation): void {
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

function copyOf(conversation: Conversation) {
  return { ...conversation, turns: new Map(conversation.turns) };
}

/** Returns a string that changes whenever the columns show something else. */
function columnsShown({ columns }: Conversation): string {
  return JSON.stringify(columns.map(({ id, leaf, chosen }) => [id, leaf, chosen]));
}
