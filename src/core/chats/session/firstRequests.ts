import { nameKey } from '../../models/modelKey.ts';
import type { ChatService } from './chatChange.ts';

/**
 * Knows which models have answered since the window opened. A request to any other may wait for its adapter to load; one that
 * was refused, or stopped before any text, has loaded nothing as far as we know.
 */
export function firstRequests(): Pick<ChatService, 'isFirstRequest' | 'noteAnswer'> {
  const answered = new Set<string>();
  return {
    isFirstRequest: (model) => !answered.has(nameKey(model)),
    noteAnswer: (model) => void answered.add(nameKey(model)),
  };
}
