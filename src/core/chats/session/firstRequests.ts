import { nameKey } from '../../models/modelKey.ts';
import type { ChatService } from './chatChange.ts';

/**
 * Knows which models have answered since the window opened: a request to any other model may wait for its adapter to load. One that
 * was refused, or stopped before any text, doesn't count: it may not have loaded the adapter.
 */
export function firstRequests(): Pick<ChatService, 'isFirstRequest' | 'noteAnswer'> {
  const answered = new Set<string>();
  return {
    isFirstRequest: (model) => !answered.has(nameKey(model)),
    noteAnswer: (model) => void answered.add(nameKey(model)),
  };
}
