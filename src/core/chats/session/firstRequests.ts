import type { StreamChat } from './exchange.ts';

/**
 * Knows which models have answered since the window opened. A request to one that has not may wait for its adapter to be
 * loaded; one that was refused, or stopped before a word, has loaded nothing that we know of.
 */
export class FirstRequests {
  readonly #answered = new Set<string>();

  isFirst(connectionId: string, model: string): boolean {
    return !this.#answered.has(keyOf(connectionId, model));
  }

  /** `streamChat`, whose answers are noted. */
  watch(connectionId: string, streamChat: StreamChat): StreamChat {
    const answered = this.#answered;
    return async function* (request, options) {
      for await (const event of streamChat(request, options)) {
        if (event.type === 'text' || event.type === 'reasoning') {
          answered.add(keyOf(connectionId, request.model));
        }
        yield event;
      }
    };
  }
}

function keyOf(connectionId: string, model: string): string {
  return JSON.stringify([connectionId, model]);
}
