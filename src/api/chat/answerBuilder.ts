import type { ChatEvent } from '../types.ts';
import { type Piece, ThinkTagSplitter } from './thinkTags.ts';
import { ToolCallAssembler, type ToolCallPart } from './toolCalls.ts';

export type Usage = Omit<Extract<ChatEvent, { type: 'usage' }>, 'type'>;

const maxAnswerChars = 16 * 1024 * 1024;

// Even an empty part of a tool call costs memory, and each part is looked up among the calls so far.
const partSize = 64;
const callSize = 16 * 1024;

/**
 * Collects the chunks of an answer and turns them into events: the text of one read becomes one event; tool calls and usage
 * come once, at the end. Chunks after `finish_reason` still belong to the answer, in whichever read they arrive.
 */
export class AnswerBuilder {
  readonly #splitter: ThinkTagSplitter;
  readonly #toolCalls = new ToolCallAssembler();
  #events: ChatEvent[] = [];
  #run: 'text' | 'reasoning' = 'text';
  #pending: string[] = [];
  #usage: Usage | undefined;
  #finishReason: string | undefined;
  #hasUsageSinceFinish = false;
  #isDone = false;
  #size = 0;
  /** Reasoning came in a field of its own. */
  hasReasoningField = false;
  readonly #mask: (text: string) => string;

  /** `mask` is for what the service adds to the model's own words, which stay as they are. `startsInside`: see `CallOptions`. */
  constructor(mask: (text: string) => string = (text) => text, startsInside = false) {
    this.#mask = mask;
    this.#splitter = new ThinkTagSplitter(startsInside);
  }

  add(type: 'text' | 'reasoning', text: string): void {
    this.#size += text.length;
    this.hasReasoningField ||= type === 'reasoning';
    if (type !== this.#run) {
      this.#endRun();
      this.#run = type;
    }
    this.#pending.push(text);
  }

  addToolCall(part: ToolCallPart): void {
    // One event may hold thousands of parts.
    if (this.isTooLarge) return;
    this.#size += partSize + (part.arguments?.length ?? 0);
    if (this.#toolCalls.add(part)) this.#size += callSize;
  }

  /** Nobody reads this much and no model writes it, but an endless answer must stop in bounded memory. */
  get isTooLarge(): boolean {
    return this.#size > maxAnswerChars;
  }

  /** Some services report usage with every chunk: the last report counts. */
  setUsage(usage: Usage): void {
    this.#usage = usage;
    this.#hasUsageSinceFinish = this.#finishReason !== undefined;
  }

  finish(reason: string): void {
    this.#finishReason ??= this.#mask(reason);
  }

  /** Call on `[DONE]`, or at the end of a JSON completion. */
  done(): void {
    this.#isDone = true;
  }

  get isFinished(): boolean {
    return this.#isDone || this.#finishReason !== undefined;
  }

  get isOver(): boolean {
    return this.#isDone || this.#hasUsageSinceFinish;
  }

  take(): ChatEvent[] {
    this.#endRun();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Returns the remaining text, with what was held back; call at the end, or when the answer fails. */
  takeText(): ChatEvent[] {
    this.#endRun();
    this.#splitter.flush(this.#emit);
    return this.take();
  }

  end(): ChatEvent[] {
    const events = this.takeText();
    for (const call of this.#toolCalls.take(this.isFinished)) events.push({ type: 'toolCall', ...call });
    if (this.#usage !== undefined) events.push({ type: 'usage', ...this.#usage });
    events.push({ type: 'finish', reason: this.#finishReason, complete: this.isFinished });
    return events;
  }

  readonly #emit = (piece: Piece): void => {
    const last = this.#events.at(-1);
    if ('text' in piece && last?.type === piece.type) last.text += piece.text;
    else this.#events.push(piece);
  };

  #endRun(): void {
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    if (this.#run === 'text') this.#splitter.push(text, this.#emit);
    else this.#emit({ type: 'reasoning', text });
  }
}
