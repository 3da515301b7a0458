import { estimatedTokens, type Metrics } from './exchangeFields.ts';

/** Shortest time between the first and last event that gives a rate, in ms: those of one read are passed on well within it. */
const shortestSpanMs = 1;

/** Measures one exchange. All times are milliseconds of one monotonic clock. */
export class MetricsMeter {
  readonly #begin: number;
  #start: number;
  #first: number | undefined;
  #last: number | undefined;
  #characters = 0;
  #usage: { promptTokens: number; completionTokens: number } | undefined;

  constructor(start: number) {
    this.#begin = start;
    this.#start = start;
  }

  /**
   * Call once the answer's headers have come, with the time at which its request was handed to the transport. TTFT counts from then,
   * without the reading of the key and without earlier tries.
   */
  handed(at: number): void {
    this.#start = at;
  }

  content(now: number, text: string): void {
    this.#first ??= now;
    this.#last = now;
    this.#characters += text.length;
  }

  /** A tool call came, which has no time of its own: services send it in parts, and all are told at the end. */
  called(text: string): void {
    this.#characters += text.length;
  }

  usage(promptTokens: number, completionTokens: number): void {
    this.#usage = { promptTokens, completionTokens };
  }

  read(now: number, isFirstRequest: boolean): Metrics {
    const figures: Metrics = { durationMs: Math.round(now - this.#begin) };
    if (isFirstRequest) figures.isFirstRequest = true;
    if (this.#first !== undefined) figures.ttftMs = Math.round(this.#first - this.#start);
    if (this.#usage) {
      figures.promptTokens = this.#usage.promptTokens;
      figures.completionTokens = this.#usage.completionTokens;
    } else Object.assign(figures, estimatedTokens(this.#characters));
    const tokens = figures.completionTokens;
    const span = this.#first === undefined || this.#last === undefined ? 0 : this.#last - this.#first;
    // An answer that came in one piece has no rate.
    if (tokens !== undefined && tokens > 1 && span >= shortestSpanMs)
      figures.tokensPerSecond = ((tokens - 1) * 1000) / span;
    return figures;
  }
}
