import { type NamedModel, nameKey } from '../models/modelKey.ts';

/** Which models have answered since the window opened. */
export interface FirstRequests {
  /** True if the model has not answered since the window opened, so that its adapter may have to be loaded. */
  isFirstRequest(model: NamedModel): boolean;
  /** Call when a model has begun to answer. */
  noteAnswer(model: NamedModel): void;
}

/**
 * A request to a model that has not answered yet may wait for its adapter to load. One that was refused, or stopped before any text,
 * doesn't count: it may not have loaded the adapter.
 */
export function firstRequests(): FirstRequests {
  const answered = new Set<string>();
  return {
    isFirstRequest: (model) => !answered.has(nameKey(model)),
    noteAnswer: (model) => void answered.add(nameKey(model)),
  };
}
