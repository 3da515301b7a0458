import type { StreamChat } from '../../../api/types.ts';
import { type NamedModel, nameKey } from '../../models/modelKey.ts';

/**
 * Knows which models have answered since the window opened. A request to any other may wait for its adapter to load; one that
 * was refused, or stopped before any text, has loaded nothing as far as we know.
 */
export class FirstRequests {
  readonly #answered = new Set<string>();

  isFirst(model: NamedModel): boolean {
    return !this.#answered.has(nameKey(model));
  }

  /** Wraps `streamChat` to note which models answer. */
  watch(connectionId: string, streamChat: StreamChat): StreamChat {
    const answered = this.#answered;
    return async function* (request, options) {
      for await (const event of streamChat(request, options)) {
        if (event.type === 'text' || event.type === 'reasoning') {
          answered.add(nameKey({ connectionId, name: request.model }));
        }
        yield event;
      }
    };
  }
}
