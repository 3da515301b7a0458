import type { StreamChat } from '../../../api/types.ts';

/**
 * Knows which models have answered since the window opened. A request to any other may wait for its adapter to load; one that
 * was refused, or stopped before any text, has loaded nothing as far as we know.
 */
export class FirstRequests {
  readonly #answered = new Set<string>();

  isFirst(connectionId: string, model: string): boolean {
    return !this.#answered.has(keyOf(connectionId, model));
  }

  /** Wraps `streamChat` to note which models answer. */
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
