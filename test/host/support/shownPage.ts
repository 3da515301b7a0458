import type {
  ChatFrame,
  ChatToPage,
  PageAnswer,
  PageAttachment,
  PageRow,
  PageTurn,
} from '../../../src/protocol/chat.ts';

/** What a page has from the messages that it got, as any page must put them together. */
export class ShownPage {
  readonly #posted: readonly ChatToPage[];

  constructor(posted: readonly ChatToPage[]) {
    this.#posted = posted;
  }

  /** The last state. */
  get frame(): ChatFrame {
    const frame = this.#posted.findLast((one) => 'frame' in one);
    if (!frame || !('frame' in frame)) throw new Error('The page got no state.');
    return frame.frame;
  }

  get rows(): readonly PageRow[] {
    const rows = this.#posted.findLast((one) => 'rows' in one);
    return rows && 'rows' in rows ? rows.rows : [];
  }

  /** Those in its composer. */
  get attachments(): readonly PageAttachment[] {
    const last = this.#posted.findLast(({ type }) => type === 'snapshot' || type === 'attachments');
    return last?.type === 'attachments' ? last.attachments : [];
  }

  /** The turns of its last snapshot, and those that came since. */
  get turns(): ReadonlyMap<string, PageTurn> {
    const turns = new Map<string, PageTurn>();
    for (const message of this.#posted) {
      if (message.type === 'snapshot') turns.clear();
      if (message.type === 'snapshot') for (const turn of message.turns) turns.set(turn.id, turn);
      if (message.type === 'turn') turns.set(message.turn.id, message.turn);
      const before = message.type === 'append' ? turns.get(message.turn) : undefined;
      if (message.type === 'append' && before?.role === 'assistant')
        turns.set(before.id, {
          ...before,
          text: before.text + message.text,
          reasoning: before.reasoning + message.reasoning,
        });
    }
    return turns;
  }

  /** The row of the question with this number from 0; a negative one counts from the last. */
  row(at = -1): PageRow {
    const row = this.rows.at(at);
    if (!row) throw new Error(`The page has no row ${at}.`);
    return row;
  }

  /** The cell of the last question, or another, under this name. */
  cell(name: string, at = -1): PageRow['cells'][number] {
    const cell = this.row(at).cells.find((one) => one.name === name);
    if (!cell) throw new Error(`No cell of row ${at} is called ${name}.`);
    return cell;
  }

  /** The answer in that cell. */
  answer(name: string, at = -1): PageAnswer {
    const turn = this.turns.get(this.cell(name, at).answer ?? '');
    if (turn?.role !== 'assistant') throw new Error(`${name} shows no answer in row ${at}.`);
    return turn;
  }

  /** All that it was ever told, as a text to be searched. */
  get told(): string {
    return JSON.stringify(this.#posted);
  }
}
