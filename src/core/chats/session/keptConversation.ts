import type { Logger } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { Emitter } from '../../../base/emitter.ts';
import { type ChatRecord, metaRecord, turnRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { ChatDraft } from '../tree/chatDraft.ts';
import type { Column } from '../tree/column.ts';
import { changedColumns } from '../tree/columnPaths.ts';
import { type Conversation, isAnswer, type Turn } from '../tree/conversation.ts';
import { turnOf } from '../tree/conversationTree.ts';
import type { ChatChange, ReadOnly } from './chatChange.ts';
import { type DeletedTurns, deletionRecords, withoutTurn, withTurns } from './turnDeletion.ts';
import { TurnSaver } from './turnSaver.ts';

export type ConversationChange = Partial<Omit<Conversation, 'questions' | 'answers' | 'id'>>;

/** An open chat's conversation: reports and writes its changes. Turns change in place: an answer that grows doesn't copy all. */
export class KeptConversation {
  readonly changes = new Emitter<ChatChange>();
  readonly saver: TurnSaver;
  readOnly: ReadOnly | undefined;
  #value: ReturnType<typeof copyOf>;
  #mayHaveDraft = false;

  constructor(
    conversation: Conversation,
    store: Pick<ChatStore, 'append'>,
    log: Logger,
    readOnly?: ReadOnly,
    unkept?: Iterable<string>,
  ) {
    this.#value = copyOf(conversation);
    this.readOnly = readOnly;
    this.saver = new TurnSaver(this, store, log, unkept);
  }

  get value(): Conversation {
    return this.#value;
  }

  fire(change: ChatChange): void {
    this.changes.fire(change);
  }

  /** Call when another window has taken the chat over. */
  lose(): void {
    if (this.readOnly) return;
    this.readOnly = 'taken';
    this.fire({ type: 'frame' });
  }

  /** Call when this window owns the chat again, as the other one left it. */
  takeOver(conversation: Conversation): void {
    this.readOnly = undefined;
    this.replace(conversation);
    this.fire({ type: 'replaced' });
  }

  /** Adds a turn, or replaces the one with its id, which keeps its place among its siblings. */
  put(turn: Turn): void {
    if (isAnswer(turn)) this.#value.answers.set(turn.id, turn);
    else this.#value.questions.set(turn.id, turn);
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
    if (columnsShown(this.value) !== before) this.fire({ type: 'path' });
    this.fire({ type: 'frame' });
  }

  /** Changes the conversation and `turns` of it, and writes them, then `records`. */
  async change(
    change: ConversationChange,
    turns: readonly Turn[] = [],
    records: readonly ChatRecord[] = [],
  ): Promise<void> {
    for (const turn of turns) this.put(turn);
    this.show(change);
    const all = [...turns.map((turn) => turnRecord(turn, turn.at)), ...records];
    if (all.length > 0) this.fire({ type: 'path' });
    await this.saver.keep([...all, metaRecord(this.value, Date.now())]);
  }

  /** Returns and removes the draft. The file may have it until `close`. */
  takeDraft(): ChatDraft | undefined {
    const { draft, ...rest } = this.#value;
    this.#value = rest;
    this.#mayHaveDraft ||= draft !== undefined;
    return draft;
  }

  /** Writes the whole conversation. */
  async keepAll(): Promise<void> {
    await this.saver.keep(recordsOf(this.value), [
      ...this.#value.questions.keys(),
      ...this.#value.answers.keys(),
    ]);
  }

  /** Returns the ids that must stay unwritten in a chat made from this one: of its turns, and its own for its system prompt. */
  unkeptIn(made: Conversation): string[] {
    const idThere = (one: string) => (one === this.value.id ? made.id : one);
    return [...this.saver.unkept].map(idThere).filter((one) => one === made.id || turnOf(made, one));
  }

  /** Writes what is left to write, with what was typed and not sent. */
  async close(draft: ChatDraft | undefined): Promise<void> {
    if (draft !== undefined || this.#mayHaveDraft) {
      this.#value = { ...this.#value, ...defined({ draft }) };
      await this.saver.keep([metaRecord(this.value, Date.now())], draft ? [this.value.id] : []);
    }
    await this.saver.settle();
    this.saver.dispose();
    this.changes.dispose();
  }

  /** Removes a turn and those that follow it, unless there is none, or one of them is among the `streaming` answers. */
  async delete(id: string, streaming: readonly string[]): Promise<DeletedTurns | undefined> {
    const left = withoutTurn(this.value, id);
    if (!left || left.gone.ids.some((one) => streaming.includes(one))) return undefined;
    this.#replaceTree(left.conversation);
    await this.saver.keep(deletionRecords(left, Date.now()));
    return left.gone;
  }

  /** Undoes `delete`; `isBusy`: the columns stay as they are. Returns false if that is no longer possible. */
  async restore(gone: DeletedTurns, isBusy: boolean): Promise<boolean> {
    const whole = withTurns(this.value, gone);
    if (!whole) return false;
    this.#replaceTree(isBusy ? { ...whole, columns: this.value.columns } : whole);
    // The whole chat is written: restored turns must follow the line that deleted them, and the chat's time must stay.
    await this.saver.keep(recordsOf(this.value));
    return true;
  }

  #replaceTree(conversation: Conversation): void {
    this.replace(conversation);
    this.fire({ type: 'path' });
    this.fire({ type: 'frame' });
  }

  /** Returns the columns with `change` applied to one of them. */
  withColumn(id: string, change: (column: Column) => Column): Pick<Conversation, 'columns'> {
    const { columns } = changedColumns(this.value, (column) => (column.id === id ? change(column) : column));
    return { columns };
  }
}

function copyOf(conversation: Conversation) {
  const { questions, answers } = conversation;
  return { ...conversation, questions: new Map(questions), answers: new Map(answers) };
}

/** Returns a string that changes whenever the columns show something else. */
function columnsShown({ columns }: Conversation): string {
  return JSON.stringify(columns.map(({ id, last, shown }) => [id, last, shown]));
}
