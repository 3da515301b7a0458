import { createContext } from 'preact';

/** Tells an answer when its text has grown and nothing else on the page has changed. */
export interface Growth {
  /** Calls `listener` with text that was added, until the returned function is called. */
  subscribe(turn: string, listener: (added: string) => void): () => void;
  /** Call when the added text is on the page. */
  shown(): void;
}

export const GrowthContext = createContext<Growth>({
  subscribe: () => () => undefined,
  shown: () => undefined,
});
