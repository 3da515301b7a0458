/** Max number of characters that are kept. */
const most = 2_000_000;

interface Kept {
  modelId: string;
  text: string;
}

/**
 * Keeps the reasoning that came before tool calls until the window closes: extensions that use only VS Code's stable API can't send
 * it back, and some services refuse the next request without it.
 */
export class ReasoningStore {
  readonly #byCall = new Map<string, Kept>();
  #size = 0;

  /** `callId` must be unique among all conversations. */
  keep(modelId: string, callId: string, text: string): void {
    this.#byCall.set(callId, { modelId, text });
    this.#size += text.length;
    for (const [oldest, { text: old }] of this.#byCall) {
      if (this.#size <= most) break;
      this.#byCall.delete(oldest);
      this.#size -= old.length;
    }
  }

  /** Returns the reasoning that came before this tool call; `undefined` for any model but the one that reasoned. */
  of(modelId: string, callId: string): string | undefined {
    const kept = this.#byCall.get(callId);
    return kept?.modelId === modelId ? kept.text : undefined;
  }
}
