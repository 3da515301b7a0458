import { nameKey } from '../../models/modelKey.ts';
import type { ChatService } from './chatChange.ts';

/** Knows which models have answered since the window opened: a request to any other model may wait for its adapter to load. */
export function firstRequests(): Pick<ChatService, 'isFirstRequest' | 'noteAnswer'> {
  const answered = new Set<string>();
  return {
    isFirstRequest: (model) => !answered.has(nameKey(model)),
    noteAnswer: (model) => void answered.add(nameKey(model)),
  };
}
